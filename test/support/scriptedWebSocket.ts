import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { type WebSocket, WebSocketServer } from "ws";

/** A connection of a client to a scripted WebSocket server. */
export interface ScriptedConnection {
  /** 1 for the first connection to the server. */
  readonly number: number;
  readonly request: IncomingMessage;
  readonly socket: WebSocket;
  /** The TCP connection, for faults below the protocol. */
  readonly tcp: Socket;
}

/** A WebSocket server on loopback whose connections a test scripts. */
export interface ScriptedWebSocket {
  /** Without a path, with the scheme ws. */
  readonly url: string;
  /** The connections so far, in order. */
  readonly connections: ReadonlyArray<ScriptedConnection>;
}

/** Starts a server on a free port of 127.0.0.1. It stops, and ends its connections, when the scope closes. */
export const scriptedWebSocket = (
  script: (connection: ScriptedConnection) => void
): Effect.Effect<ScriptedWebSocket, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(script)),
      ({ stop }) => Effect.sync(stop)
    ),
    ({ server }) => server
  );

const listen = async (script: (connection: ScriptedConnection) => void) => {
  const connections: Array<ScriptedConnection> = [];
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  http.on("upgrade", (request: IncomingMessage, tcp: Socket, head: Buffer) => {
    sockets.handleUpgrade(request, tcp, head, (socket) => {
      socket.on("error", () => {});
      const connection = { number: connections.length + 1, request, socket, tcp };
      connections.push(connection);
      script(connection);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The scripted server has no port");
  const stop = () => {
    for (const { socket } of connections) socket.terminate();
    http.close();
    http.closeAllConnections();
  };
  return { stop, server: { url: `ws://127.0.0.1:${address.port}`, connections } };
};

/** Returns the head of an unmasked frame (RFC 6455, section 5.2) of a length that may be stated wrongly. */
export const frameHead = (opcode: number, length: number): Buffer => {
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const head = Buffer.from([first, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
};
