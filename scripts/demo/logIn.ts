import * as Schema from "effect/Schema";
import * as oauth from "oauth4webapi";
import { browserRequest } from "../../test/pds/browserRequest.ts";
import { CookieJar } from "../../test/pds/CookieJar.ts";
import { type Person, signIn } from "../../test/pds/signIn.ts";

/** Sends a request to the GraphQL API of the service as the logged-in user, and returns `data`. */
export type Ask = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

const Answer = Schema.Struct({ data: Schema.optional(Schema.Unknown), errors: Schema.optional(Schema.Unknown) });
const decodeAnswer = Schema.decodeUnknownSync(Answer);

const overLoopback = { [oauth.allowInsecureRequests]: true };

/** Opens a page of the login as a browser does, and returns where it redirects to. */
const follow = async (url: string | URL, jar: CookieJar): Promise<string> => {
  const { status, headers, body } = await browserRequest("GET", url, { jar, headers: { accept: "text/html" } });
  if (headers.location === undefined) throw new Error(`${new URL(url).pathname} answered ${status}: ${body}`);
  return headers.location;
};

/** Follows the login through the service and the PDS, and approves it there. */
const approve = async (authorizeUrl: URL, person: Person): Promise<URL> => {
  const jar = new CookieJar();
  const outcome = await signIn(await follow(authorizeUrl, jar), person);
  if (outcome._tag !== "Approved") throw new Error(`${person.handle} could not log in: ${JSON.stringify(outcome)}`);
  return new URL(await follow(outcome.redirect, jar));
};

/** Logs a user in as a public app does: authorization code, PKCE and DPoP (RFC 6749, 7636 and 9449). */
export const logIn = async (
  app: { readonly server: string; readonly clientId: string; readonly redirectUri: string },
  person: Person
): Promise<Ask> => {
  const issuer = new URL(app.server);
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...overLoopback });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id: app.clientId };
  const dpop = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const authorizeUrl = new URL(server.authorization_endpoint ?? "");
  authorizeUrl.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    login_hint: person.handle
  }).toString();

  const returned = oauth.validateAuthResponse(server, client, await approve(authorizeUrl, person), state);
  const options = { DPoP: dpop, ...overLoopback };
  const { redirectUri } = app;
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    returned,
    redirectUri,
    verifier,
    options
  );
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, exchanged);

  return async (query, variables) => {
    const headers = new Headers({ "content-type": "application/json" });
    const body = JSON.stringify({ query, variables });
    const url = new URL("/graphql", app.server);
    const response = await oauth.protectedResourceRequest(access_token, "POST", url, headers, body, options);
    const { data, errors } = decodeAnswer(await response.json());
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
};
