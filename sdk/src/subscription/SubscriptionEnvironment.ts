/**
 * What subscriptions read of events. These are methods, whose parameters TypeScript compares both ways, so that the
 * handlers of every implementation match them, such as those of the package `ws`.
 */
interface Handlers {
  open(event: object): void;
  message(event: { readonly data: unknown }): void;
  close(event: { readonly code: number; readonly reason: string }): void;
}

/** The part of a `WebSocket` that subscriptions use. */
export interface AnyWebSocket {
  send(message: string): void;
  close(): void;
  onopen: Handlers["open"] | null;
  onmessage: Handlers["message"] | null;
  onclose: Handlers["close"] | null;
  onerror: Handlers["open"] | null;
}

/** The features of the runtime that only subscriptions use; tests replace them. */
export interface SubscriptionEnvironment {
  readonly open: (url: string, protocol: string) => AnyWebSocket;
  /** Calls `run` after a number of milliseconds. Returns the function that cancels this. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Whether the page is visible and the browser online, as far as is known. */
  readonly isActive: () => boolean;
  /**
   * Calls `wake` when the page becomes visible, is restored from the cache, or is online again, and `sleep` when it is
   * left.
   */
  readonly watch: (wake: () => void, sleep: () => void) => void;
}

/** Calls a function after a number of milliseconds. Returns the function that cancels this. */
export const after = (milliseconds: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
