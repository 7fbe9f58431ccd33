import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

const channel = "net.client.socket";

/**
 * The connections that this process opens, as long as nothing has come back over them. If simulated time went on
 * meanwhile, the source could forget events before it is connected to. A Jetstream does not report that, so that the
 * service could not know of them.
 */
export class OpeningSockets {
  private readonly sockets = new Set<Socket>();
  private readonly opened = (message: unknown): void => {
    const socket = typeof message === "object" && message !== null && "socket" in message ? message.socket : null;
    if (socket instanceof Socket) this.sockets.add(socket);
  };

  constructor() {
    subscribe(channel, this.opened);
  }

  /** Whether a connection to an address such as `127.0.0.1:4000` is being opened, up to its first response. */
  isAnyTo(address: string): boolean {
    const port = Number(new URL(`http://${address}`).port);
    for (const socket of this.sockets) {
      const isOther = !socket.connecting && socket.remotePort !== port;
      if (socket.destroyed || isOther || socket.bytesRead > 0) this.sockets.delete(socket);
    }
    return this.sockets.size > 0;
  }

  close(): void {
    unsubscribe(channel, this.opened);
  }
}
