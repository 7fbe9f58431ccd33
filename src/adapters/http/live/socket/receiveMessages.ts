import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type { Server } from "graphql-ws";
import type { RawData, WebSocket } from "ws";
import { isDeepJson } from "../../graphql/isDeepJson.ts";
import { maxNestingLevels } from "../../graphql/readGraphqlRequest.ts";
import { closings } from "./closings.ts";
import type { SocketContext } from "./socketProtocol.ts";

/** Messages arrive as one buffer, unless the type of a WebSocket is set to another. */
const bytesOf = (data: RawData): Buffer => {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
};

/** Passes what happens on a WebSocket to graphql-ws. */
export const receiveMessages = (
  protocol: Server<SocketContext>,
  webSocket: WebSocket,
  context: SocketContext
): void => {
  const { runtime, socket } = context;
  const closed = protocol.opened(
    {
      protocol: webSocket.protocol,
      send: (text) => socket.send(text),
      close: (code, reason) => {
        if (code !== undefined) socket.close({ code, reason: reason ?? "" });
      },
      onMessage: (receive) =>
        webSocket.on("message", (data, isBinary) => {
          const bytes = bytesOf(data);
          if (isBinary || isDeepJson(bytes, maxNestingLevels)) return socket.close(closings.invalidMessage);
          // Whatever goes wrong with an operation is reported by the operation: this is a message of an unexpected type.
          receive(bytes.toString()).catch(() => socket.close(closings.invalidMessage));
        })
    },
    context
  );
  // A fault of the peer closes the socket as well.
  webSocket.on("error", () => undefined);
  webSocket.once("close", (code, reason) => {
    Runtime.runFork(runtime)(Effect.promise(() => closed(code, reason.toString())));
  });
};
