import type { webcrypto } from "node:crypto";
import * as Schema from "effect/Schema";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import type { Account } from "../pds/NetworkInfo.ts";
import { signIn } from "../pds/signIn.ts";
import type { ServiceAddress } from "./ServiceAddress.ts";

/** How an app is registered. */
export interface Registration {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly redirectUri: string;
}

/** A login under way: everything that the app and its browser remember. */
export interface Login {
  readonly verifier: string;
  readonly state: string;
  cookies: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly sub: string;
  readonly scope: string;
  readonly tokenType: string;
}

export interface GraphqlResult {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly errors: unknown;
}

const decodeAnswer = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ data: Schema.optional(Schema.Unknown), errors: Schema.optional(Schema.Unknown) }))
);

const insecure = { [oauth.allowInsecureRequests]: true };

/** An app of somebody else: it knows the service by its public address, and builds its requests with oauth4webapi and jose. */
export class App {
  readonly service: ServiceAddress;
  readonly registration: Registration;
  readonly #keys: webcrypto.CryptoKeyPair;
  readonly #jwk: JWK;

  private constructor(service: ServiceAddress, registration: Registration, keys: webcrypto.CryptoKeyPair, jwk: JWK) {
    this.service = service;
    this.registration = registration;
    this.#keys = keys;
    this.#jwk = jwk;
  }

  /** An app with a key of its own, or with one that it kept. */
  static async make(service: ServiceAddress, registration: Registration, kept?: webcrypto.CryptoKeyPair): Promise<App> {
    const keys = kept ?? (await generateKeyPair("ES256", { extractable: true }));
    return new App(service, registration, keys, await exportJWK(keys.publicKey));
  }

  /** The same app at another process of the service. */
  at(service: ServiceAddress): App {
    return new App(service, this.registration, this.#keys, this.#jwk);
  }

  thumbprint(): Promise<string> {
    return calculateJwkThumbprint(this.#jwk);
  }

  /** Requests go to the machine's own address, whatever the service calls itself. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const target = String(url).replace(this.service.publicUrl, this.service.reach);
    return fetch(target, { redirect: "manual", ...init });
  }

  begin(): Login {
    return { verifier: oauth.generateRandomCodeVerifier(), state: oauth.generateRandomState(), cookies: "" };
  }

  async authorizationUrl(login: Login, more: Readonly<Record<string, string>>): Promise<URL> {
    const url = new URL(`${this.service.publicUrl}/oauth/authorize`);
    const parameters = {
      client_id: this.registration.clientId,
      redirect_uri: this.registration.redirectUri,
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
      code_challenge_method: "S256",
      state: login.state,
      ...more
    };
    url.search = new URLSearchParams(parameters).toString();
    return url;
  }

  /** The browser at the service: follows one redirect, and keeps the cookie. */
  async visit(login: Login, url: string | URL): Promise<URL> {
    const response = await this.fetch(url, { headers: { cookie: login.cookies } });
    const location = response.headers.get("location");
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    if (set.length > 0) login.cookies = set.join("; ");
    if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`);
    return new URL(location);
  }

  /** The person at the PDS: signs in and approves; answers where the PDS sends the browser. */
  async approve(url: URL, account: Account): Promise<URL> {
    const outcome = await signIn(url, { handle: account.handle, password: account.password });
    if (outcome._tag === "Refused")
      throw new Error(`The PDS refused at ${outcome.step}: ${outcome.status} ${outcome.body}`);
    return outcome.redirect;
  }

  async proof(method: string, path: string, accessToken: string | null): Promise<string> {
    const ath = accessToken === null ? {} : { ath: await oauth.calculatePKCECodeChallenge(accessToken) };
    return new SignJWT({ htm: method, htu: `${this.service.publicUrl}${path}`, jti: crypto.randomUUID(), ...ath })
      .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk: this.#jwk })
      .setIssuedAt()
      .sign(this.#keys.privateKey);
  }

  #authentication(): oauth.ClientAuth {
    const { clientSecret } = this.registration;
    return clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(clientSecret);
  }

  #server(): oauth.AuthorizationServer {
    return {
      issuer: this.service.publicUrl,
      token_endpoint: `${this.service.publicUrl}/oauth/token`,
      authorization_response_iss_parameter_supported: true
    };
  }

  #options() {
    const dpop = this.registration.clientSecret === null ? { DPoP: oauth.DPoP({}, this.#keys) } : {};
    return {
      ...insecure,
      ...dpop,
      [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<"POST", URLSearchParams>) =>
        this.fetch(url, { method: init.method, headers: init.headers, body: init.body })
    };
  }

  #tokens(reply: oauth.TokenEndpointResponse): Tokens {
    const {
      access_token: accessToken,
      refresh_token: refreshToken = "",
      sub,
      scope = "",
      token_type: tokenType
    } = reply;
    return { accessToken, refreshToken, sub: String(sub), scope, tokenType };
  }

  /** The app takes its code to the token endpoint. */
  async exchange(login: Login, returned: URL): Promise<Tokens> {
    const server = this.#server();
    const client = { client_id: this.registration.clientId };
    const parameters = oauth.validateAuthResponse(server, client, returned, login.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      this.#authentication(),
      parameters,
      this.registration.redirectUri,
      login.verifier,
      this.#options()
    );
    return this.#tokens(await oauth.processAuthorizationCodeResponse(server, client, response));
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    const server = this.#server();
    const client = { client_id: this.registration.clientId };
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      this.#authentication(),
      tokens.refreshToken,
      this.#options()
    );
    return this.#tokens(await oauth.processRefreshTokenResponse(server, client, response));
  }

  /** The whole way: from the app's link to its tokens. */
  async login(account: Account): Promise<Tokens> {
    const login = this.begin();
    const atPds = await this.visit(login, await this.authorizationUrl(login, { login_hint: account.handle }));
    const back = await this.approve(atPds, account);
    return this.exchange(login, await this.visit(login, back));
  }

  async graphql(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    tokens: Tokens | null = null,
    more: Readonly<Record<string, string>> = {}
  ): Promise<GraphqlResult> {
    const headers: Record<string, string> = { "content-type": "application/json", ...more };
    if (tokens !== null)
      headers.authorization = `${tokens.tokenType === "bearer" ? "Bearer" : "DPoP"} ${tokens.accessToken}`;
    if (tokens !== null && tokens.tokenType !== "bearer")
      headers.dpop = await this.proof("POST", "/graphql", tokens.accessToken);
    const response = await this.fetch(`${this.service.publicUrl}/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, variables })
    });
    const { data, errors } = decodeAnswer(await response.text());
    return { status: response.status, headers: response.headers, data, errors };
  }
}
