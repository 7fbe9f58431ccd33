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
    return new Socket(url, protocol);
  },
  after,
  random: () => Math.random(),
  isActive: () => true,
  watch: () => {}
});
