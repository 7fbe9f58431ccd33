import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { accountRoutes } from "../../../../src/adapters/http/account/accountRoutes.ts";
import { brandRoutes } from "../../../../src/adapters/http/brand/brandRoutes.ts";
import { callbackRoutes } from "../../../../src/adapters/http/callback/callbackRoutes.ts";
import { graphqlRoutes } from "../../../../src/adapters/http/graphql/graphqlRoutes.ts";
import { oauthRoutes } from "../../../../src/adapters/http/oauth/oauthRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import type { PdsAccount } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import * as PdsMemory from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import { type Answer, type Sent, send } from "../send.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;
type Needs =
  | NeedsOf<typeof accountRoutes>
  | NeedsOf<typeof callbackRoutes>
  | NeedsOf<typeof oauthRoutes>
  | NeedsOf<typeof settingsRoutes>
  | NeedsOf<typeof graphqlRoutes>;

const routes: ReadonlyArray<Route<Needs>> = [
  ...accountRoutes,
  ...oauthRoutes,
  ...callbackRoutes,
  ...settingsRoutes,
  ...graphqlRoutes,
  ...brandRoutes
];

/** The page of one's own sign-ins over memory adapters, with the OAuth server and the settings beside it, under an address. */
export const serverAt = (address: string, service: typeof memoryService) =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl: address, trustedProxies: 0, routes }).pipe(
    Layer.provideMerge(GraphqlApiLexicons.layer),
    Layer.provideMerge(service)
  );

export const accountServer = serverAt(publicUrl, memoryService);

/** The heading of the page that asks for a handle. */
export const signInHeading = "See and end your sign-ins";

/** Runs a test against a server of its own. */
export const fresh = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof accountServer>>) =>
  test.pipe(Effect.provide(accountServer));

export const ask = (path: string, sent?: Sent) =>
  Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => send(port, path, sent));

type Headers = Record<string, string>;

export const sameOrigin: Headers = { "sec-fetch-site": "same-origin" };

/** Sends a form as a browser does from the page, but for what a test changes. */
export const post = (path: string, form: Readonly<Record<string, string>>, headers: Headers = {}) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...sameOrigin, ...headers },
    body: new URLSearchParams(form).toString()
  });

export const cookieOf = (answer: Answer): string => answer.cookies[0]?.split(";")[0] ?? "";

/** Names an account, as far as the PDS. */
export const begin = (account: string, cookie = "") =>
  post("/account/sign-in", { account }, cookie === "" ? {} : { cookie });

/** Somebody signs in at the PDS, and the browser comes back with what it holds. */
export const comeBack = (
  started: Answer,
  signedIn: PdsAccount,
  cookie: string,
  change = (_: URLSearchParams): void => {}
) =>
  Effect.gen(function* () {
    const pds = yield* PdsMemory.PdsMemory;
    const parameters = yield* pds.approve(
      new URL(started.header("location") ?? assert.fail(started.text)),
      signedIn.did
    );
    change(parameters);
    return yield* ask(`/oauth/atp/callback?${parameters}`, { headers: { cookie } });
  });

/** The whole way; gives the cookie of the session. */
export const signIn = (account: PdsAccount) =>
  Effect.gen(function* () {
    const started = yield* begin(account.handle);
    const answer = yield* comeBack(started, account, cookieOf(started));
    assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/account"], answer.text);
    return cookieOf(answer);
  });

export const open = (cookie: string, query = "") => ask(`/account${query}`, { headers: { cookie } });

/** What a person reads on a page. */
export const textOf = ({ text }: Answer): string =>
  text
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

export const eventsOf = (type: string) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 100_000)).filter((event) => event.type === type);
  });
