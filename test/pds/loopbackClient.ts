import * as oauth from "oauth4webapi";

const redirectUri = "http://127.0.0.1/callback";
const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** The smallest OAuth client a PDS accepts: public, on loopback, described by its own id. */
export interface LoopbackClient {
  /** Pushes an authorization request and gives the address to open in a browser. */
  readonly authorizeUrl: () => Promise<URL>;
  /** Exchanges the redirect that answers the last request. */
  readonly exchange: (redirect: URL) => Promise<oauth.TokenEndpointResponse>;
}

/** Makes a loopback client of a PDS. */
export async function loopbackClient(pds: string, scope = "atproto transition:generic"): Promise<LoopbackClient> {
  const issuer = new URL(pds);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
  );
  const client: oauth.Client = {
    client_id: `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope })}`
  };
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
  let verifier = "";
  let state = "";

  // The first request to a PDS learns the nonce; the second one carries it.
  const withNonce = async <A>(attempt: () => Promise<A>): Promise<A> =>
    attempt().catch((error) => {
      if (oauth.isDPoPNonceError(error)) return attempt();
      throw error;
    });

  return {
    authorizeUrl: async () => {
      verifier = oauth.generateRandomCodeVerifier();
      state = oauth.generateRandomState();
      const parameters = {
        response_type: "code",
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256"
      };
      const pushed = await withNonce(async () =>
        oauth.processPushedAuthorizationResponse(
          server,
          client,
          await oauth.pushedAuthorizationRequest(server, client, oauth.None(), parameters, { DPoP, ...insecure })
        )
      );
      const url = new URL(server.authorization_endpoint ?? "");
      url.search = new URLSearchParams({ client_id: client.client_id, request_uri: pushed.request_uri }).toString();
      return url;
    },
    exchange: async (redirect) => {
      const answer = oauth.validateAuthResponse(server, client, redirect, state);
      return withNonce(async () =>
        oauth.processAuthorizationCodeResponse(
          server,
          client,
          await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirectUri, verifier, {
            DPoP,
            ...insecure
          })
        )
      );
    }
  };
}
