import { createHash, randomBytes, type webcrypto } from "node:crypto";
import * as Schema from "effect/Schema";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { Account } from "../../pds/NetworkInfo.ts";
import { signIn } from "../../pds/signIn.ts";

const base64url = (bytes: Buffer): string => bytes.toString("base64url");
const sha256 = (text: string): string => base64url(createHash("sha256").update(text).digest());

const Tokens = Schema.Struct({
  access_token: Schema.String,
  refresh_token: Schema.String,
  expires_in: Schema.Number,
  sub: Schema.String
});
const readTokens = Schema.decodeUnknownSync(Schema.parseJson(Tokens));
export type Tokens = typeof Tokens.Type;

const Answer = Schema.parseJson(
  Schema.Struct({ data: Schema.optional(Schema.Unknown), errors: Schema.optional(Schema.Unknown) })
);
const readAnswer = Schema.decodeUnknownSync(Answer);

/** What an app of quickslice is configured with. */
interface Configuration {
  readonly server: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly redirectUri: string;
}

/**
 * An app that sends the requests that quickslice 0.20 documents, and only these: its SDK for browsers if it has no secret,
 * and otherwise a server that sends its secret in the body and uses Bearer tokens. It knows nothing of this service.
 */
export class AppOfOtherInstance {
  readonly #configuration: Configuration;
  readonly #keys: webcrypto.CryptoKeyPair;
  readonly #jwk: JWK;

  private constructor(configuration: Configuration, keys: webcrypto.CryptoKeyPair, jwk: JWK) {
    this.#configuration = configuration;
    this.#keys = keys;
    this.#jwk = jwk;
  }

  static async make(configuration: Configuration): Promise<AppOfOtherInstance> {
    const keys = await generateKeyPair("ES256");
    const { crv = "", kty = "", x = "", y = "" } = await exportJWK(keys.publicKey);
    return new AppOfOtherInstance(configuration, keys, { kty, crv, x, y });
  }

  /** A proof for every token request, as that SDK makes it: it sends no nonce, and answers no challenge. */
  async #proof(url: string, accessToken: string | null): Promise<string> {
    const ath = accessToken === null ? {} : { ath: sha256(accessToken) };
    return new SignJWT({ jti: base64url(randomBytes(16)), htm: "POST", htu: url, ...ath })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: this.#jwk })
      .setIssuedAt()
      .sign(this.#keys.privateKey);
  }

  async #token(parameters: Readonly<Record<string, string>>): Promise<Tokens> {
    const { clientId, clientSecret, server } = this.#configuration;
    const url = `${server}/oauth/token`;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(clientSecret === null && { DPoP: await this.#proof(url, null) })
      },
      body: new URLSearchParams({
        ...parameters,
        client_id: clientId,
        ...(clientSecret !== null && { client_secret: clientSecret })
      })
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The token endpoint answered ${response.status} ${text}`);
    return readTokens(text);
  }

  /** Opens the authorization endpoint; the browser must go straight to the PDS, and back to the app. */
  async login(account: Account, scope: string | null = null): Promise<Tokens> {
    const { clientId, redirectUri, server } = this.#configuration;
    const verifier = base64url(randomBytes(32));
    const state = base64url(randomBytes(16));
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge: sha256(verifier),
      code_challenge_method: "S256",
      state,
      login_hint: account.handle,
      ...(scope !== null && { scope })
    });
    const opened = await fetch(`${server}/oauth/authorize?${query}`, { redirect: "manual" });
    const cookie = opened.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
    const atPds = opened.headers.get("location");
    if (atPds === null) throw new Error(`No redirect to the PDS: ${opened.status} ${await opened.text()}`);
    const approved = await signIn(atPds, account);
    if (approved._tag !== "Approved") throw new Error(`The PDS did not approve: ${JSON.stringify(approved)}`);
    const back = await fetch(approved.redirect, { redirect: "manual", headers: { cookie: cookie.join("; ") } });
    const returned = new URL(back.headers.get("location") ?? "about:blank");
    if (`${returned.origin}${returned.pathname}` !== redirectUri)
      throw new Error(`The browser was sent to ${returned} instead of ${redirectUri}`);
    if (returned.searchParams.get("state") !== state) throw new Error("The state differs");
    const code = returned.searchParams.get("code") ?? "";
    return this.#token({ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier });
  }

  refresh(tokens: Tokens): Promise<Tokens> {
    return this.#token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
  }

  /** Sends a query or a mutation; a response that is not 2xx is an error to that SDK. */
  async graphql(query: string, variables: Readonly<Record<string, unknown>>, tokens: Tokens | null = null) {
    const { clientSecret, server } = this.#configuration;
    const url = `${server}/graphql`;
    const authorization =
      tokens === null
        ? {}
        : clientSecret === null
          ? { Authorization: `DPoP ${tokens.access_token}`, DPoP: await this.#proof(url, tokens.access_token) }
          : { Authorization: `Bearer ${tokens.access_token}` };
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorization },
      body: JSON.stringify({ query, variables })
    });
    if (!response.ok) throw new Error(`GraphQL answered ${response.status} ${await response.text()}`);
    return readAnswer(await response.text());
  }
}
