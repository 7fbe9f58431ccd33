import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { blobRoutes } from "../../../../src/adapters/http/blobs/blobRoutes.ts";
import { graphqlRoutes } from "../../../../src/adapters/http/graphql/graphqlRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import { AccessTokens } from "../../../../src/domain/authorization/token/AccessTokens.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { fakePds } from "../../../support/fakePds.ts";
import { loggedIn } from "../../../support/loginThrough.ts";
import { alice, memoryServiceWith, publicUrl } from "../../../support/memoryService.ts";
import { lexicons } from "../graphql/graphqlServer.ts";

export const limit = 1_000_000;

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;
type Needs = NeedsOf<typeof graphqlRoutes> | NeedsOf<typeof blobRoutes>;

/** `/blobs` and `/graphql` over memory adapters, and a PDS that is a server of its own. */
export const blobServer = (blobLimit = limit) =>
  HttpServerNode.layer<Needs>({
    host: "127.0.0.1",
    port: 0,
    publicUrl,
    trustedProxies: 0,
    routes: [...graphqlRoutes, ...blobRoutes]
  }).pipe(
    Layer.provideMerge(GraphqlApiLexicons.layer),
    Layer.provideMerge(lexicons),
    Layer.provideMerge(fakePds),
    Layer.provideMerge(memoryServiceWith({ blobLimit }))
  );

/** Alice's authorization, signed in through an app, and a bearer token of it for each scope. */
export const signedIn = Effect.gen(function* () {
  const { client, tokens } = yield* loggedIn(alice);
  const log = yield* EventLog;
  const signer = yield* AccessTokens;
  const exchanged = (yield* log.read(0, 1000)).findLast((event) => event.type === "CodeExchanged.v1");
  const sid = exchanged?.authorizationId ?? "";
  return (scope: string, cnf?: { readonly jkt: string }) =>
    Effect.gen(function* () {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      const claims = {
        iss: publicUrl,
        aud: publicUrl,
        sub: tokens.sub,
        client_id: client.clientId,
        jti: `${scope}-${now}`
      };
      return yield* signer.sign({ ...claims, scope, iat: now, exp: now + 600, sid, ...(cnf !== undefined && { cnf }) });
    });
});
