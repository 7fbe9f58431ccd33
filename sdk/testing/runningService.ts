import { once } from "node:events";
import { createServer } from "node:net";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as GraphqlApiLexicons from "../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { blobRoutes } from "../../src/adapters/http/blobs/blobRoutes.ts";
import { callbackRoutes } from "../../src/adapters/http/callback/callbackRoutes.ts";
import { graphqlRoutes } from "../../src/adapters/http/graphql/graphqlRoutes.ts";
import * as acceptSockets from "../../src/adapters/http/live/socket/acceptSockets.ts";
import { oauthRoutes } from "../../src/adapters/http/oauth/oauthRoutes.ts";
import { sdkRoutes } from "../../src/adapters/http/sdk/sdkRoutes.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { healthRoutes } from "../../src/adapters/http/server/routing/healthRoutes.ts";
import type { Route } from "../../src/adapters/http/server/routing/Route.ts";
import { importLexicons } from "../../src/application/lexicons/importLexicons.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";
import { memoryService } from "../../src/main/memoryService.ts";
import { initialLexicons } from "./initialLexicons.ts";
import type { TestServiceOptions } from "./TestService.ts";

const host = "127.0.0.1";

/** Finds a free port. The URL must be known before the server listens. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, host), "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
};

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;
type Needs =
  | NeedsOf<typeof oauthRoutes>
  | NeedsOf<typeof callbackRoutes>
  | NeedsOf<typeof graphqlRoutes>
  | NeedsOf<typeof blobRoutes>;

/** The routes for apps, without the pages for people (settings, GraphiQL). */
const routes: ReadonlyArray<Route<Needs | EventLog>> = [
  ...oauthRoutes,
  ...callbackRoutes,
  ...graphqlRoutes,
  ...blobRoutes,
  ...sdkRoutes,
  ...healthRoutes
];

const serviceLayer = (port: number, options: TestServiceOptions) => {
  const publicUrl = `http://${host}:${port}`;
  const lexicons = Layer.effectDiscard(
    Effect.flatMap(initialLexicons(options), (files) => importLexicons(files, { type: "operator", id: null }))
  );
  return acceptSockets.layer({ trustedProxies: 0 }).pipe(
    Layer.provideMerge(HttpServerNode.layer({ host, port, publicUrl, trustedProxies: 0, routes })),
    Layer.provideMerge(GraphqlApiLexicons.layer),
    Layer.provideMerge(lexicons),
    Layer.provideMerge(
      memoryService({
        publicUrl,
        accounts: [],
        clientPolicy: { registration: "open", registrationToken: null, development: true }
      })
    ),
    Layer.provideMerge(Logger.minimumLogLevel(LogLevel.Warning))
  );
};

type Environment = Layer.Layer.Success<ReturnType<typeof serviceLayer>>;

/** A running service, and access to its internals. */
export interface RunningService {
  readonly url: string;
  /** Runs an effect in the service. Rejects with the error itself. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Environment>) => Promise<A>;
  readonly stop: () => Promise<void>;
}

const isTaken = (error: unknown): boolean =>
  error instanceof HttpServerNode.ListenFailed && error.code === "EADDRINUSE";

/** Starts the service on a free port, and on another one if that port was taken in the meantime. */
export const runningService = async (options: TestServiceOptions, attempts = 5): Promise<RunningService> => {
  const port = await freePort();
  const runtime = ManagedRuntime.make(serviceLayer(port, options));
  const run: RunningService["run"] = async (effect) => {
    const exit = await runtime.runPromiseExit(effect);
    if (Exit.isSuccess(exit)) return exit.value;
    throw Cause.squash(exit.cause);
  };
  try {
    await run(Effect.void);
  } catch (error) {
    await runtime.dispose();
    if (isTaken(error) && attempts > 1) return runningService(options, attempts - 1);
    throw error;
  }
  return { url: `http://${host}:${port}`, run, stop: () => runtime.dispose() };
};
