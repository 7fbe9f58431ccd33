import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Scope from "effect/Scope";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { graphqlRoutes } from "../../../../src/adapters/http/graphql/graphqlRoutes.ts";
import * as LiveConnections from "../../../../src/adapters/http/live/LiveConnections.ts";
import * as acceptSockets from "../../../../src/adapters/http/live/socket/acceptSockets.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import { lexicons } from "../graphql/graphqlServer.ts";

/** The service without its server. */
export const serviceWithoutServer = GraphqlApiLexicons.layer.pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);

const server = (port: number) =>
  acceptSockets.layer({ trustedProxies: 0 }).pipe(
    Layer.provideMerge(
      HttpServerNode.layer({ host: "127.0.0.1", port, publicUrl, trustedProxies: 0, routes: graphqlRoutes })
    ),
    // Each process counts its own.
    Layer.provideMerge(LiveConnections.layer)
  );

/** Starts a server on a port, 0 for a free one, as a process that can be ended while its storage stays. */
export const startServer = (port = 0) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make();
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void));
    const built = yield* Layer.buildWithScope(server(port), scope);
    const { port: listening, server: node } = Context.get(built, HttpServerNode.HttpServerNode);
    return {
      port: listening,
      server: node,
      connections: Context.get(built, LiveConnections.LiveConnections),
      stop: Scope.close(scope, Exit.void)
    };
  });

/** A server that may be stopped. */
export type StartedServer = Effect.Effect.Success<ReturnType<typeof startServer>>;
