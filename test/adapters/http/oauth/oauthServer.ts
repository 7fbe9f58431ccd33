import { assert } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { brandRoutes } from "../../../../src/adapters/http/brand/brandRoutes.ts";
import { callbackRoutes } from "../../../../src/adapters/http/callback/callbackRoutes.ts";
import { oauthRoutes } from "../../../../src/adapters/http/oauth/oauthRoutes.ts";
import { defaultLinks, landingRoutes } from "../../../../src/adapters/http/pages/landingRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { healthRoutes } from "../../../../src/adapters/http/server/routing/healthRoutes.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import type { ClientProposal } from "../../../../src/domain/client/registration/ClientProposal.ts";
import { codeVerifier, parameters, publicClient, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, memoryServiceWith, publicUrl } from "../../../support/memoryService.ts";
import { type DpopKey, makeDpopKey } from "../../jose/dpopKey.ts";
import { type Answer, type Sent, send } from "../send.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

type Needs = NeedsOf<typeof oauthRoutes> | NeedsOf<typeof callbackRoutes> | NeedsOf<typeof healthRoutes>;

export const allRoutes: ReadonlyArray<Route<Needs>> = [
  ...oauthRoutes,
  ...callbackRoutes,
  ...healthRoutes,
  ...brandRoutes,
  ...landingRoutes(defaultLinks)
];

/** The OAuth server over memory adapters and an in-memory PDS, on a free port; its public address is another one, as behind a proxy. */
export const oauthServerWith = (options: Parameters<typeof memoryServiceWith>[0]) =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: allRoutes }).pipe(
    Layer.provideMerge(memoryServiceWith(options))
  );

export const oauthServer = oauthServerWith({});

export const confidentialClient: ClientProposal = { ...publicClient, name: "A server", type: "confidential" };
export const postClient: ClientProposal = { ...confidentialClient, tokenEndpointAuthMethod: "client_secret_post" };

/** Sends a request to the running server. */
export const ask = (path: string, sent?: Sent) =>
  Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => send(port, path, sent));

/** An authorization request by GET; undefined leaves a parameter out. */
export const authorize = (
  query: Readonly<Record<string, string | undefined>>,
  sent: Sent & { readonly raw?: string } = {}
) => {
  const given = Object.entries({ ...parameters, ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]]
  );
  return ask(`/oauth/authorize?${new URLSearchParams(given)}${sent.raw ?? ""}`, sent);
};

export const location = (answer: Answer): URL => new URL(answer.header("location") ?? assert.fail(answer.text));

export const cookieOf = (answer: Answer): string => answer.cookies[0]?.split(";")[0] ?? "";

/** From an app's request to the redirect that brings its code. */
export const signedIn = (
  clientId: string,
  query: Readonly<Record<string, string | undefined>> = {},
  account: typeof alice = alice
) =>
  Effect.gen(function* () {
    const started = yield* authorize({ client_id: clientId, login_hint: account.handle, ...query });
    assert.strictEqual(started.status, 303, started.text);
    const pds = yield* PdsMemory;
    const returned = yield* pds.approve(location(started), account.did);
    return yield* ask(`/oauth/atp/callback?${returned}`, { headers: { cookie: cookieOf(started) } });
  });

export const codeOf = (answer: Answer): string =>
  location(answer).searchParams.get("code") ?? assert.fail(answer.header("location") ?? "");

let proofs = 0;

/** A proof for the token endpoint, good but for what a test changes. */
export const tokenProof = (
  key: DpopKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {}
) =>
  Effect.gen(function* () {
    proofs += 1;
    const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const good = { jti: `proof-${proofs}`, htm: "POST", htu: `${publicUrl}/oauth/token`, iat };
    return yield* Effect.promise(() => key.proof({ ...good, ...claims }, header));
  });

type Form = Readonly<Record<string, string | undefined>>;

/** A form for the token endpoint; undefined leaves a parameter out. */
export const postToken = (form: Form | string, headers: Record<string, string | Array<string>> = {}) => {
  const body =
    typeof form === "string"
      ? form
      : new URLSearchParams(
          Object.entries(form).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as [string, string]]
          )
        ).toString();
  return ask("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body
  });
};

export const codeForm = (clientId: string, code: string) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  redirect_uri: redirectUri,
  code_verifier: codeVerifier
});

export const refreshForm = (clientId: string, refreshToken: string) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: refreshToken
});

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

/** A public client with its key, and a fresh code. */
export const publicLogin = Effect.gen(function* () {
  const { client } = yield* registered();
  const code = codeOf(yield* signedIn(client.clientId));
  const key = yield* Effect.promise(makeDpopKey);
  return { clientId: client.clientId, code, key };
});

/** A confidential client with its secret, and a fresh code. */
export const confidentialLogin = (proposal: ClientProposal = confidentialClient) =>
  Effect.gen(function* () {
    const { client, secret } = yield* registered(proposal);
    const code = codeOf(yield* signedIn(client.clientId));
    return { clientId: client.clientId, code, secret: secret === null ? assert.fail() : Redacted.value(secret) };
  });

/** Redeems the code of a public client. */
export const redeem = (
  login: { readonly clientId: string; readonly code: string; readonly key: DpopKey },
  form: Form = {}
) =>
  Effect.flatMap(tokenProof(login.key), (dpop) =>
    postToken({ ...codeForm(login.clientId, login.code), ...form }, { dpop })
  );

/** Refreshes with a proof of a key. */
export const refresh = (clientId: string, refreshToken: string, key: DpopKey, form: Form = {}) =>
  Effect.flatMap(tokenProof(key), (dpop) => postToken({ ...refreshForm(clientId, refreshToken), ...form }, { dpop }));

export const member = (answer: Answer, name: string): string => {
  const value: unknown = JSON.parse(answer.text)[name];
  return typeof value === "string" ? value : assert.fail(`${name} is missing in ${answer.text}`);
};

/** Asserts an error of the token endpoint: its status, its code, and that nothing may keep it (TE-06). */
export const assertTokenError = (answer: Answer, status: number, error: string): void => {
  assert.deepStrictEqual([answer.status, member(answer, "error")], [status, error], answer.text);
  assert.strictEqual(answer.header("content-type"), "application/json");
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.strictEqual(answer.header("access-control-allow-origin"), "*");
  assert.match(member(answer, "error_description"), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.match(member(answer, "error_uri"), new RegExp(`^https?://[^/]+/docs/reference/errors#${error}$`));
};
