/** `oidc-provider` with its stores in memory, or in the database of `DATABASE_URL` if that is set; configured like the service: PAR, PKCE, DPoP, rotation, ES256 JWTs. */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration, interactionPolicy } from "oidc-provider";
import { Pool } from "pg";
import { callback, peerClientId } from "./callback.ts";
import { adapterTable, PostgresAdapter } from "./PostgresAdapter.ts";

const port = Number(process.env.PORT);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const resource = `${issuer}/graphql`;
const scope = "atproto transition:generic";

// Users have given consent elsewhere, as they do at the PDS of the service.
const policy = interactionPolicy.base();
policy.remove("consent");

const { DATABASE_URL } = process.env;

/** The adapter over the database; nothing if the stores are in memory. */
const stores = async (): Promise<Pick<Configuration, "adapter">> => {
  if (DATABASE_URL === undefined) return {};
  const pool = new Pool({ connectionString: DATABASE_URL, options: "-c plan_cache_mode=force_generic_plan", max: 10 });
  await pool.query(adapterTable);
  return { adapter: (type: string) => new PostgresAdapter(pool, type) };
};

const configuration: Configuration = {
  ...(await stores()),
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "one" }] },
  clients: [
    {
      client_id: peerClientId,
      token_endpoint_auth_method: "none",
      application_type: "native",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      dpop_bound_access_tokens: true,
      id_token_signed_response_alg: "ES256"
    }
  ],
  cookies: { keys: ["a key of the measurement"] },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope, accessTokenFormat: "jwt", jwt: { sign: { alg: "ES256" } } })
    }
  },
  scopes: ["atproto", "transition:generic", "offline_access"],
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
  loadExistingGrant: async ({ oidc }) => {
    const { account, client, provider: own } = oidc;
    if (client === undefined || account === undefined) return undefined;
    const grant = new own.Grant({ clientId: client.clientId, accountId: account.accountId });
    grant.addResourceScope(resource, scope);
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 900, RefreshToken: 30 * 24 * 3600, Grant: 30 * 24 * 3600, Session: 3600, Interaction: 600 }
};

const provider = new Provider(issuer, configuration);
const answer = provider.callback();

createServer((request, response) => {
  if (request.url?.startsWith("/interaction/")) {
    // There is no prompt: the time of a user and their server is not measured.
    void provider.interactionFinished(request, response, { login: { accountId: "did:plc:alice" } });
    return;
  }
  answer(request, response);
}).listen(port, "127.0.0.1", () => process.stdout.write(`listening for ${peerClientId}.\n`));
