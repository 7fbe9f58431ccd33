import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceProcess } from "../../flows/ServiceProcess.ts";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { fetchThrough, goThrough } from "./AppHost.ts";
import { type AppKey, type Method, makeAppKey, metadataOf, methods, redirectUri } from "./appMetadata.ts";

const publicUrl = "https://oauth4webapi.tidemark.internal";

const authenticationBy = (method: Method, secret: string, { key, kid }: AppKey): oauth.ClientAuth => {
  if (method === "private_key_jwt") return oauth.PrivateKeyJwt({ key, kid });
  if (method === "client_secret_basic") return oauth.ClientSecretBasic(secret);
  return method === "client_secret_post" ? oauth.ClientSecretPost(secret) : oauth.None();
};

/** Sends a request, and once more when the answer was a nonce. */
const answered = async <A>(send: () => Promise<Response>, read: (response: Response) => Promise<A>): Promise<A> => {
  try {
    return await read(await send());
  } catch (cause) {
    if (!oauth.isDPoPNonceError(cause)) throw cause;
    return read(await send());
  }
};

await withPds("oauth4webapi", (network) => {
  let running: TestService;
  let asking: ServiceProcess;
  let account: Account;

  beforeAll(async () => {
    running = await startService(network, publicUrl);
    asking = await ServiceProcess.start({ env: { ...running.env, REQUIRE_DPOP_NONCE: "true" }, publicUrl });
    account = await network.pdses[0].createAccount({ handle: "oauth4webapi.test" });
  });
  afterAll(async () => {
    await asking?.stop();
    await running?.stop();
  });

  for (const nonces of ["without nonces", "with nonces"] as const) {
    describe(nonces, () => {
      it.each(methods)("completes the flow as a client that authenticates by %s", async (method) => {
        const service = nonces === "with nonces" ? asking : running.service;
        const custom = { [oauth.customFetch]: fetchThrough(service, network) };
        const issuer = new URL(publicUrl);
        const discovered = await oauth.discoveryRequest(issuer, { ...custom, algorithm: "oauth2" });
        const server = await oauth.processDiscoveryResponse(issuer, discovered);
        const resource = await oauth.resourceDiscoveryRequest(issuer, custom);
        const described = await oauth.processResourceDiscoveryResponse(issuer, resource);
        expect(described.authorization_servers).toEqual([publicUrl]);

        const key = await makeAppKey();
        const registering = await oauth.dynamicClientRegistrationRequest(server, metadataOf(method, key), custom);
        const registered = await oauth.processDynamicClientRegistrationResponse(registering);
        const client = { client_id: registered.client_id };
        const authentication = authenticationBy(method, String(registered.client_secret), key);
        const DPoP = oauth.DPoP({}, await oauth.generateKeyPair("ES256"));
        const options = { ...custom, DPoP };

        const verifier = oauth.generateRandomCodeVerifier();
        const state = oauth.generateRandomState();
        const parameters = new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: redirectUri,
          response_type: "code",
          scope: "atproto transition:generic",
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          state,
          login_hint: account.handle
        });
        const pushed = await answered(
          () => oauth.pushedAuthorizationRequest(server, client, authentication, parameters, options),
          (response) => oauth.processPushedAuthorizationResponse(server, client, response)
        );
        const link = new URL(server.authorization_endpoint ?? "");
        link.search = new URLSearchParams({ client_id: client.client_id, request_uri: pushed.request_uri }).toString();

        const returned = oauth.validateAuthResponse(
          server,
          client,
          await goThrough(service, link, account, redirectUri),
          state
        );
        const tokens = await answered(
          () =>
            oauth.authorizationCodeGrantRequest(
              server,
              client,
              authentication,
              returned,
              redirectUri,
              verifier,
              options
            ),
          (response) => oauth.processAuthorizationCodeResponse(server, client, response)
        );
        expect(tokens).toMatchObject({ token_type: "dpop", sub: account.did });
        const next = await answered(
          () => oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? "", options),
          (response) => oauth.processRefreshTokenResponse(server, client, response)
        );
        const claims = await oauth
          .validateJwtAccessToken(
            server,
            new Request(`${publicUrl}/graphql`, { headers: { authorization: `Bearer ${next.access_token}` } }),
            publicUrl,
            custom
          )
          .catch((cause: unknown) => cause);
        // The token is bound, so that the library asks for its proof; that it got so far is what it says of the JWT.
        expect(String(claims)).toMatch(/DPoP/i);

        const headers = new Headers({ "content-type": "application/json" });
        const body = JSON.stringify({ query: "{ viewer { did } }" });
        const ask = () =>
          oauth.protectedResourceRequest(
            next.access_token,
            "POST",
            new URL(`${publicUrl}/graphql`),
            headers,
            body,
            options
          );
        const viewer = await answered(ask, (response) => response.json());
        expect(viewer).toEqual({ data: { viewer: { did: account.did } } });

        if (method !== "none") {
          const asked = await oauth.introspectionRequest(server, client, authentication, next.access_token, custom);
          const told = await oauth.processIntrospectionResponse(server, client, asked);
          expect(told).toMatchObject({ active: true, sub: account.did, token_type: "DPoP" });
        }
        const revoking = await oauth.revocationRequest(
          server,
          client,
          authentication,
          next.refresh_token ?? "",
          custom
        );
        await oauth.processRevocationResponse(revoking);
      });
    });
  }
});
