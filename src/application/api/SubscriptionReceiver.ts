import type * as Effect from "effect/Effect";

/** What receives the responses of a subscription, each as the text of a JSON object with `extensions.cursor`. */
export interface SubscriptionReceiver {
  /** Takes responses that were missed, and waits until there is room for more. */
  readonly send: (bodies: ReadonlyArray<string>) => Effect.Effect<void>;
  /**
   * Takes new responses at once: whoever cannot take them ends its subscription. Receivers of the same responses get the same
   * array, so that it can be encoded once for all of them.
   */
  readonly push: (bodies: ReadonlyArray<string>) => void;
}
