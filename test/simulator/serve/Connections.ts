import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** The first bytes of a frame of 4,096 bytes (RFC 6455, section 5.2), and not the rest. */
const cutFrame = Uint8Array.of(0x82, 126, 0x10, 0x00, 1, 2, 3);

/** The WebSockets that a simulated source has accepted. */
export class Connections {
  private readonly open = new Map<WebSocket, Duplex>();
  private readonly silent = new WeakSet<WebSocket>();

  /** Accepts the WebSockets that are opened at a server. */
  accept(server: Server, connected: (socket: WebSocket, request: IncomingMessage) => void): void {
    const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    server.on("upgrade", (request, stream, head) => {
      upgrades.handleUpgrade(request, stream, head, (socket) => {
        this.open.set(socket, stream);
        socket.on("error", () => {});
        socket.once("close", () => this.open.delete(socket));
        connected(socket, request);
      });
    });
  }

  /** Sends a message, unless the connection went silent. */
  send(socket: WebSocket, message: Uint8Array | string, sent: () => void): void {
    if (this.silent.has(socket) || socket.readyState !== socket.OPEN) return;
    socket.send(message, (error) => {
      if (error === undefined || error === null) sent();
    });
  }

  /** Ends every connection in the middle of a frame. */
  cut(): void {
    for (const [socket, stream] of this.open) {
      this.silent.add(socket);
      stream.write(cutFrame, () => stream.destroy());
    }
  }

  /** Sends nothing more over the connections that are open. */
  silence(): void {
    for (const socket of this.open.keys()) this.silent.add(socket);
  }

  close(): void {
    for (const socket of this.open.keys()) socket.terminate();
  }
}
