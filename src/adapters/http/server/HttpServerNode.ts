import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import type { AddressHashes } from "../../../domain/personal/AddressHashes.ts";
import { type ConnectionTimeouts, connectionTimeouts, watchConnections } from "./connection/watchConnections.ts";
import { type HandlerOptions, handleRequests } from "./routing/handleRequests.ts";
import type { Route } from "./routing/Route.ts";

export interface HttpServerOptions<R> extends Omit<HandlerOptions<R>, "isStopping"> {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly routes: ReadonlyArray<Route<R>>;
  /** The time limits of idle connections; `connectionTimeouts` by default. */
  readonly connections?: ConnectionTimeouts;
  /** What sets the port, for the error if the server cannot listen; by default the variable PORT. */
  readonly portSetting?: string;
}

/** The listening server: its address, and the Node.js server for adding an upgrade (WebSocket). */
export class HttpServerNode extends Context.Tag("http/HttpServerNode")<
  HttpServerNode,
  {
    readonly host: string;
    readonly port: number;
    readonly server: Server;
    /** Makes each response close its connection, and `/ready` respond with 503. Everything else is served as before. */
    readonly announceStop: Effect.Effect<void>;
  }
>() {}

/** The server cannot listen. The message is one line for the operator. */
export class ListenFailed extends Schema.TaggedError<ListenFailed>()("ListenFailed", {
  host: Schema.String,
  port: Schema.Number,
  code: Schema.String,
  portSetting: Schema.String
}) {
  override get message(): string {
    return `Cannot listen on ${this.host}:${this.port}: ${advice[this.code]?.(this.portSetting) ?? this.code}`;
  }
}

const advice: Readonly<Record<string, (portSetting: string) => string>> = {
  EADDRINUSE: (portSetting) => `another program uses this port; stop it or set ${portSetting}`,
  EADDRNOTAVAIL: () => "this machine has no such address; set HOST, for example to 127.0.0.1 or 0.0.0.0",
  ENOTFOUND: () => "this host is not known; set HOST, for example to 127.0.0.1 or 0.0.0.0",
  EACCES: (portSetting) => `ports below 1024 need privileges; set ${portSetting}, for example to 8080`
};

const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === "websocket";

const limits = {
  headersTimeout: 10_000,
  /** Bodies have their own deadline, which does not apply to streamed bodies. */
  requestTimeout: 0,
  /** Longer than proxies keep connections open, so that they never use a closing connection. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32 * 1024
};
const gracePeriodMs = 2_000;

const listen = (
  server: Server,
  { host, port, portSetting = "PORT" }: Pick<HttpServerOptions<unknown>, "host" | "port" | "portSetting">
): Effect.Effect<AddressInfo, ListenFailed> =>
  Effect.async((resume) => {
    const failed = (cause: NodeJS.ErrnoException) =>
      resume(Effect.fail(new ListenFailed({ host, port, code: cause.code ?? "unknown", portSetting })));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      const address = server.address();
      resume(address === null || typeof address === "string" ? Effect.die("no TCP address") : Effect.succeed(address));
    });
  });

/** Stops accepting connections, waits for running requests, and closes the remaining ones after two seconds. */
const close = (server: Server): Effect.Effect<void> =>
  Effect.async((resume) => {
    const deadline = setTimeout(() => server.closeAllConnections(), gracePeriodMs);
    server.close(() => {
      clearTimeout(deadline);
      resume(Effect.void);
    });
    server.closeIdleConnections();
  });

const start = <R>(
  options: HttpServerOptions<R>
): Effect.Effect<HttpServerNode["Type"], ListenFailed, R | AddressHashes | Scope.Scope> =>
  Effect.gen(function* () {
    let stopping = false;
    const listener = yield* handleRequests({ ...options, isStopping: () => stopping });
    const { server } = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const server: Server = createServer({
          ...limits,
          // Any other upgrade, such as to HTTP/2, is ignored, and the request is served (RFC 9110 section 7.8).
          shouldUpgradeCallback: (incoming) => isWebSocket(incoming) && server.listenerCount("upgrade") > 0
        });
        const stopWatching = watchConnections(server, options.connections ?? connectionTimeouts);
        server.on("request", listener);
        return { server, stopWatching };
      }),
      ({ server: open, stopWatching }) =>
        Effect.suspend(() => {
          stopping = true;
          stopWatching();
          return open.listening ? close(open) : Effect.void;
        })
    );
    const { address, port } = yield* listen(server, options);
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    // A connection that cannot be accepted, for example without free file descriptors, is an `error` of the server, too.
    server.on("error", (cause) => runFork(Effect.logWarning("Cannot accept a connection", cause.message)));
    const announceStop = Effect.sync(() => {
      stopping = true;
    });
    return { host: address, port, server, announceStop };
  });

/**
 * The Node.js HTTP server, which runs the Effect of a route directly from the request. The services of the handlers are read
 * from the environment once. It closes within two seconds, after running requests.
 */
export const layer = <R>(options: HttpServerOptions<R>): Layer.Layer<HttpServerNode, ListenFailed, R | AddressHashes> =>
  Layer.scoped(HttpServerNode, start(options));
