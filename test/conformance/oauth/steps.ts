import { needed } from "./Check.ts";
import { expectStatus } from "./expectations.ts";
import type { Answer, Sent } from "./HttpWire.ts";
import { hashOf, ProofKey } from "./ProofKey.ts";
import { encodeFields, type Fields, type Target, textOf } from "./Target.ts";
import { authenticationOf, type TestClient } from "./TestClient.ts";

/** A login that came back with a code. */
export interface Grant {
  readonly client: TestClient;
  readonly key: ProofKey;
  readonly verifier: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly code: string;
  /** Where the browser was sent with it. */
  readonly returned: URL;
}

/** A grant with its tokens. */
export interface Session extends Grant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: string;
  readonly sub: string;
  readonly reply: Answer;
}

export const redirectUriOf = (client: TestClient): string => needed(client.redirectUris[0], "needs a redirect URI");

/** The parameters of a good authorization request. */
export const requestOf = (target: Target, client: TestClient, verifier: string, more: Fields = {}): Fields => ({
  client_id: client.clientId,
  redirect_uri: redirectUriOf(client),
  response_type: "code",
  code_challenge: hashOf(verifier),
  code_challenge_method: "S256",
  state: target.newState(),
  scope: "atproto",
  ...more
});

export const authorizeUrl = (target: Target, fields: Fields, raw = ""): URL => {
  const url = target.endpoint("authorization_endpoint");
  url.search = `${encodeFields(fields)}${raw}`;
  return url;
};

/** Opens the authorization endpoint with a good request but for what is said. */
export const authorize = (target: Target, client: TestClient, more: Fields = {}, raw = ""): Promise<Answer> => {
  const hint = target.options.loginHint ?? undefined;
  const fields = requestOf(target, client, target.newVerifier(), { login_hint: hint, ...more });
  return target.browser().visit(authorizeUrl(target, fields, raw));
};

/** Takes the browser from the authorization endpoint to the person's own server, over our confirmation page where there is one. */
export const toPds = async (
  browser: ReturnType<Target["browser"]>,
  url: URL,
  choice: "approve" | "deny" = "approve"
): Promise<URL> => {
  let answer = await browser.visit(url);
  if (answer.status === 200 && answer.header("location") === null) answer = await browser.submit(answer, url, choice);
  const location = answer.header("location");
  if (location === null) throw new Error(`No redirect from authorize: ${answer.status} ${answer.text.slice(0, 600)}`);
  return new URL(location);
};

/** A whole login, from the app's link to the code. Each step may go to another process. */
export const login = async (
  target: Target,
  client: TestClient,
  more: Fields = {},
  { nodes = [0, 0], key }: { readonly nodes?: readonly [number, number]; readonly key?: ProofKey } = {}
): Promise<Grant> => {
  const approve = needed(target.options.approve, "needs somebody who can sign in");
  const verifier = target.newVerifier();
  const fields = requestOf(target, client, verifier, { login_hint: target.options.loginHint ?? undefined, ...more });
  const browser = target.browser(nodes[0]);
  const atPds = await toPds(browser, authorizeUrl(target, fields));
  const redirectUri = fields.redirect_uri ?? redirectUriOf(client);
  const returned = atPds.href.startsWith(redirectUri)
    ? atPds
    : await comeBack(target, browser, await approve(atPds), nodes[1]);
  const code = returned.searchParams.get("code");
  if (code === null) throw new Error(`The login brought no code: ${returned.search}`);
  return {
    client,
    key: key ?? (await ProofKey.make()),
    verifier,
    state: fields.state ?? "",
    redirectUri,
    code,
    returned
  };
};

const comeBack = async (
  target: Target,
  browser: ReturnType<Target["browser"]>,
  url: URL,
  node: number
): Promise<URL> => {
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; ");
  const answer = await target.send(url, { headers: { cookie, accept: "text/html" } }, node);
  const location = answer.header("location");
  if (location === null)
    throw new Error(`No redirect from the callback: ${answer.status} ${answer.text.slice(0, 600)}`);
  return new URL(location);
};

export interface ProvenRequest {
  /** Null sends no proof. */
  readonly key?: ProofKey | null;
  readonly node?: number;
  readonly headers?: Sent["headers"];
  /** The nonce of an earlier answer. */
  readonly nonce?: string;
  /** The proof itself, made elsewhere. */
  readonly proof?: string;
}

/** Posts a form to an endpoint as a client, proven as it is registered, with a proof of its key. */
export const postAs = async (
  target: Target,
  client: TestClient,
  url: URL,
  fields: Fields,
  { headers = {}, key, node = 0, nonce, proof }: ProvenRequest = {}
): Promise<Answer> => {
  const authentication = await authenticationOf(client, target.issuer, target.now);
  const send = async (answered: string | undefined): Promise<Answer> => {
    const iat = target.now;
    const made =
      key == null
        ? undefined
        : await key.proof("POST", url.href, { iat, ...(answered !== undefined && { nonce: answered }) });
    const dpop = proof ?? made;
    const all = { ...authentication.headers, ...(dpop !== undefined && { dpop }), ...headers };
    return target.post(url, { ...authentication.form, ...fields }, { headers: all }, node);
  };
  const first = await send(nonce);
  const challenge = first.header("dpop-nonce");
  const again = first.status === 400 && challenge !== null && nonce === undefined && proof === undefined && key != null;
  return again && first.text.includes("use_dpop_nonce") ? send(challenge) : first;
};

/** Public clients must prove a key; others may. */
export const keyOf = ({ client, key }: Pick<Grant, "client" | "key">): ProofKey | null =>
  client.method === "none" ? key : null;

/** Takes a code to the token endpoint. */
export const exchange = (
  target: Target,
  grant: Grant,
  more: Fields = {},
  proven: ProvenRequest = {}
): Promise<Answer> =>
  postAs(
    target,
    grant.client,
    target.endpoint("token_endpoint"),
    {
      grant_type: "authorization_code",
      code: grant.code,
      redirect_uri: grant.redirectUri,
      code_verifier: grant.verifier,
      ...more
    },
    { key: keyOf(grant), ...proven }
  );

export const sessionOf = (grant: Grant, reply: Answer): Session => {
  expectStatus(reply, 200);
  return {
    ...grant,
    reply,
    accessToken: textOf(reply, "access_token"),
    refreshToken: textOf(reply, "refresh_token"),
    scope: textOf(reply, "scope"),
    sub: textOf(reply, "sub")
  };
};

/** A login and its tokens. */
export const openSession = async (
  target: Target,
  client: TestClient,
  more: Fields = {},
  proven: ProvenRequest = {}
): Promise<Session> => {
  const grant = await login(target, client, more);
  return sessionOf(grant, await exchange(target, grant, {}, proven));
};

export const refresh = (
  target: Target,
  session: Pick<Session, "client" | "key" | "refreshToken">,
  more: Fields = {},
  proven: ProvenRequest = {}
): Promise<Answer> =>
  postAs(
    target,
    session.client,
    target.endpoint("token_endpoint"),
    { grant_type: "refresh_token", refresh_token: session.refreshToken, ...more },
    { key: keyOf(session), ...proven }
  );

/** The session after a refresh. */
export const refreshed = async (target: Target, session: Session): Promise<Session> =>
  sessionOf(session, await refresh(target, session));
