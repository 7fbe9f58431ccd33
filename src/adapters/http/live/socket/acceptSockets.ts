import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type * as Runtime from "effect/Runtime";
import { handleProtocols } from "graphql-ws";
import { type WebSocket, WebSocketServer } from "ws";
import { AddressHashes } from "../../../../domain/personal/AddressHashes.ts";
import { HttpServerNode } from "../../server/HttpServerNode.ts";
import { clientAddressBy, type TrustedProxies } from "../../server/request/clientAddress.ts";
import { fromIncoming, type HttpRequest } from "../../server/request/HttpRequest.ts";
import { hostFault } from "../../server/request/hostFault.ts";
import { RequestTrace } from "../../server/request/RequestTrace.ts";
import { type ConnectionRefusal, LiveConnections } from "../LiveConnections.ts";
import { LiveLimits } from "../LiveLimits.ts";
import { closings } from "./closings.ts";
import { GraphqlSocket } from "./GraphqlSocket.ts";
import { pingSockets } from "./pingSockets.ts";
import { receiveMessages } from "./receiveMessages.ts";
import { notFound, refusals, refuseUpgrade, type UpgradeRefusal, wrongSubprotocol } from "./refuseUpgrade.ts";
import { type SocketRuntime, socketProtocol } from "./socketProtocol.ts";

interface SocketOptions {
  /** The proxies that are trusted to append to `X-Forwarded-For`. */
  readonly trustedProxies: TrustedProxies;
}

/** The maximum size of a message in bytes. Blobs and large batches of writes go over HTTP. */
const maxMessageBytes = 256 * 1024;

/** How long the end of the process waits for clients to close their side, in milliseconds. */
const goAwayTimeout = "1500 millis";

const faultOf = (incoming: IncomingMessage, { path }: HttpRequest): UpgradeRefusal | null => {
  const fault = hostFault(incoming);
  if (fault !== null) return { status: 400, message: fault };
  if (path !== "/graphql") return notFound;
  return handleProtocols(incoming.headers["sec-websocket-protocol"] ?? "") === false ? wrongSubprotocol : null;
};

const isRefusal = (accepted: unknown): accepted is ConnectionRefusal => typeof accepted === "string";

const accept = Effect.fnUntraced(function* ({ trustedProxies }: SocketOptions) {
  const { server } = yield* HttpServerNode;
  const connections = yield* LiveConnections;
  const limits = yield* LiveLimits;
  const protocol = yield* socketProtocol;
  const runtime: SocketRuntime = yield* Effect.runtime<Runtime.Runtime.Context<SocketRuntime>>();
  const hashes = yield* AddressHashes;
  const addressOf = clientAddressBy(trustedProxies);
  const sockets = new Set<GraphqlSocket>();
  const socketOptions = { ...limits, onDrop: () => connections.countDropped() };
  const upgrades = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => handleProtocols(offered)
  });

  const open = (webSocket: WebSocket, stream: Duplex, request: HttpRequest) => {
    const socket = new GraphqlSocket(webSocket, stream, request, socketOptions);
    const accepted = connections.accept("sockets", request.clientAddress, () => socket.close(closings.goingAway));
    if (isRefusal(accepted)) return webSocket.terminate();
    sockets.add(socket);
    receiveMessages(protocol, webSocket, { socket, runtime, trace: new RequestTrace(request, hashes) });
    webSocket.once("close", () => {
      sockets.delete(socket);
      accepted.close();
    });
  };

  const upgrade = (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy());
    const forwarded = incoming.headers["x-forwarded-for"];
    const peer = incoming.socket.remoteAddress ?? "";
    const clientAddress = addressOf(peer, typeof forwarded === "string" ? forwarded : null);
    const request = fromIncoming(incoming, { id: randomUUID(), clientAddress });
    const refusal = connections.refusal(clientAddress);
    const fault = faultOf(incoming, request) ?? (refusal === null ? null : refusals[refusal]);
    if (fault !== null) return refuseUpgrade(stream, fault);
    upgrades.handleUpgrade(incoming, stream, head, (webSocket) => open(webSocket, stream, request));
  };

  yield* Effect.acquireRelease(
    Effect.sync(() => {
      server.on("upgrade", upgrade);
      return pingSockets(sockets, limits.pingMs);
    }),
    (stopPinging) => {
      stopPinging();
      return Effect.timeoutOption(connections.goAway, goAwayTimeout).pipe(
        Effect.andThen(() => {
          for (const socket of sockets) socket.terminate();
        })
      );
    }
  );
});

/**
 * Accepts WebSockets at `/graphql` on the port of the server. At the end, every open connection is closed with 1001, or cut
 * if its client does not close its side in time.
 */
export const layer = (options: SocketOptions) => Layer.scopedDiscard(accept(options));
