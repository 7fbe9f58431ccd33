import type { SubscriptionEnvironment } from "./SubscriptionEnvironment.ts";

const firstMs = 1000;
const longestMs = 30_000;
/** The shortest delay while the page is hidden or the browser offline. */
const inactiveMs = 60_000;

/**
 * Returns the delay before an attempt to connect, in milliseconds: it doubles with each failure. At random it is down to
 * half as long, so that the clients of a server that restarts do not return all at once.
 */
export const retryDelay = (failures: number, { isActive, random }: SubscriptionEnvironment): number =>
  (isActive() ? Math.min(firstMs * 2 ** failures, longestMs) : inactiveMs) * (1 - random() / 2);
