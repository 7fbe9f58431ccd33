import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import WebSocket from "ws";
import { HttpServerNode } from "../../../../src/adapters/http/server/HttpServerNode.ts";

/** How a WebSocket was closed. */
interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A WebSocket, message by message. */
export interface RawSocket {
  readonly send: (message: object | string) => void;
  /** The next message, as JSON. */
  readonly receive: Effect.Effect<unknown>;
  readonly closed: Effect.Effect<Closed>;
  readonly socket: WebSocket;
}

export const protocol = "graphql-transport-ws";

interface Opening {
  readonly path?: string;
  readonly protocols?: string | Array<string>;
  readonly headers?: Record<string, string>;
}

/** Opens a WebSocket, which is cut when the scope is closed. Fails with the status of the response if it is refused. */
export const openSocket = ({ headers = {}, path = "/graphql", protocols = protocol }: Opening = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode;
    const messages = yield* Queue.unbounded<unknown>();
    const closed = yield* Deferred.make<Closed>();
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() => new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers })),
      (open) => Effect.sync(() => open.terminate())
    );
    socket.on("message", (data) => Queue.unsafeOffer(messages, JSON.parse(String(data))));
    socket.on("close", (code, reason) => Deferred.unsafeDone(closed, Effect.succeed({ code, reason: String(reason) })));
    socket.on("error", () => undefined);
    yield* Effect.async<void, { readonly status: number; readonly text: string }>((resume) => {
      socket.once("open", () => resume(Effect.void));
      socket.once("unexpected-response", (_request, response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resume(Effect.fail({ status: response.statusCode ?? 0, text })));
      });
    });
    return {
      socket,
      send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
      receive: Queue.take(messages),
      closed: Deferred.await(closed)
    } satisfies RawSocket;
  });

/** Opens a WebSocket and sends `connection_init`. */
export const connected = (payload?: Readonly<Record<string, unknown>>, opening: Opening = {}) =>
  Effect.gen(function* () {
    const socket = yield* openSocket(opening);
    socket.send({ type: "connection_init", ...(payload !== undefined && { payload }) });
    return socket;
  });

/** Opens a WebSocket that is acknowledged. */
export const acknowledged = (payload?: Readonly<Record<string, unknown>>) =>
  Effect.tap(connected(payload), ({ receive }) => receive);

/** The message that subscribes to an operation. */
export const subscribeMessage = (id: string, query: string, variables: Readonly<Record<string, unknown>> = {}) => ({
  id,
  type: "subscribe",
  payload: { query, variables }
});
