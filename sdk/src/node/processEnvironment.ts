import { type AnyWebSocket, after, type SubscriptionEnvironment } from "../subscription/SubscriptionEnvironment.ts";
import { TidemarkError } from "../TidemarkError.ts";

/** A class like `WebSocket`, such as that of the package `ws`. */
export type WebSocketClass = new (url: string, protocol: string) => AnyWebSocket;

/** Creates the environment of subscriptions on a server. */
export const processEnvironment = (
  Socket: WebSocketClass | undefined = globalThis.WebSocket
): SubscriptionEnvironment => ({
  open: (url, protocol) => {
    if (Socket === undefined) {
      throw new TidemarkError(
        "configuration",
        "subscribe: this runtime has no WebSocket. Use Node.js 22 or later, or pass one to createClient: { WebSocket }."
      );
    }
    const socket = new Socket(url, protocol);
    // An error that nobody listens for would end the process with the package `ws`. The event `close` follows each.
    socket.onerror = () => {};
    return socket;
  },
  after,
  random: () => Math.random(),
  isActive: () => true,
  watch: () => {}
});
