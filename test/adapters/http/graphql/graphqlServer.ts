import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { readLexiconFolder } from "../../../../src/adapters/filesystem/readLexiconFolder.ts";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { brandRoutes } from "../../../../src/adapters/http/brand/brandRoutes.ts";
import { graphiqlRoutes } from "../../../../src/adapters/http/graphiql/graphiqlRoutes.ts";
import { graphqlRoutes } from "../../../../src/adapters/http/graphql/graphqlRoutes.ts";
import * as acceptSockets from "../../../../src/adapters/http/live/socket/acceptSockets.ts";
import { mcpRoutes } from "../../../../src/adapters/http/mcp/mcpRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import type { PdsAccount } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import type { GraphqlApi } from "../../../../src/application/api/GraphqlApi.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { exchangeAuthorizationCode } from "../../../../src/application/token/exchangeAuthorizationCode.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { approved, codeVerifier, publicClient, redirectUri, registered } from "../../../support/loginThrough.ts";
import { bob, memoryServiceWith, publicUrl } from "../../../support/memoryService.ts";
import { type Answer, send } from "../send.ts";

/** Puts the project's own Lexicons in force. */
export const lexicons = Layer.effectDiscard(
  Effect.gen(function* () {
    const files = yield* readLexiconFolder(new URL("../../../../lexicons", import.meta.url).pathname);
    yield* importLexicons(files, { type: "operator", id: null });
  })
);

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

const routes: ReadonlyArray<
  Route<NeedsOf<typeof graphqlRoutes> | NeedsOf<typeof graphiqlRoutes> | NeedsOf<typeof mcpRoutes>>
> = [...brandRoutes, ...graphqlRoutes, ...mcpRoutes, ...graphiqlRoutes];

/** The server with the GraphQL routes over an API. */
export const serverOver = <E, R>(api: Layer.Layer<GraphqlApi, E, R>) =>
  acceptSockets.layer({ trustedProxies: 0 }).pipe(
    Layer.provideMerge(
      HttpServerNode.layer({
        host: "127.0.0.1",
        port: 0,
        publicUrl,
        trustedProxies: 0,
        routes
      })
    ),
    Layer.provideMerge(api)
  );

/** The GraphQL routes over memory adapters and the project's Lexicons; `admins` are named in `ADMIN_DIDS`. */
export const graphqlServerOf = (admins: ReadonlyArray<Did>) =>
  serverOver(GraphqlApiLexicons.layer).pipe(
    Layer.provideMerge(lexicons),
    Layer.provideMerge(memoryServiceWith({ admins }))
  );

export const graphqlServer = graphqlServerOf([]);

export const graphqlServerOfBob = graphqlServerOf([bob.did]);

const Body = Schema.parseJson(
  Schema.Struct({ data: Schema.optional(Schema.Unknown), errors: Schema.optional(Schema.Array(Schema.Unknown)) })
);

export interface GraphqlReply extends Answer {
  readonly data: unknown;
  readonly errors: ReadonlyArray<unknown> | undefined;
}

/** Sends a body to a path as JSON, unless the headers say otherwise. */
export const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    return yield* send(port, path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body
    });
  });

export const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => send(port, path, { headers: { ...headers } }));

/** Sends a document, and reads the answer. */
export const graphql = (
  query: string,
  {
    headers = {},
    path = "/graphql",
    variables = {}
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
    readonly variables?: Readonly<Record<string, unknown>>;
  } = {}
) =>
  Effect.gen(function* () {
    const answer = yield* post(path, JSON.stringify({ query, variables }), headers);
    const { data, errors } = yield* Schema.decode(Body)(answer.text);
    return { ...answer, data, errors } satisfies GraphqlReply;
  });

/** The header of somebody who is signed in through a confidential app, whose tokens are not bound to a key. */
export const bearer = (account: PdsAccount, scope = "atproto transition:generic", mayAdminister = false) =>
  Effect.gen(function* () {
    const { client } = yield* registered({ ...publicClient, type: "confidential", mayAdminister });
    const { code } = yield* approved(client.clientId, account, { scope });
    const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    return { authorization: `Bearer ${tokens.accessToken}` };
  });

/** The header of bob, signed in through an app that may administer. */
export const adminBearer = bearer(bob, "atproto", true);

/** The cookie of a browser in which bob is signed in as an admin. */
export const adminCookie = Effect.map(adminSession(bob.did), (session) => ({
  cookie: `__Host-tidemark-admin=${session}`
}));
