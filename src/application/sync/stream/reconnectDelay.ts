import * as Random from "effect/Random";

/** Milliseconds until a source is tried again: the first delay and the longest. */
export const firstDelayMs = 1_000;
export const longestDelayMs = 60_000;

/** Returns a delay in milliseconds that differs from a planned one by a fifth at most. */
export const withJitter = (milliseconds: number) =>
  Random.nextIntBetween(Math.floor(0.8 * milliseconds), Math.ceil(1.2 * milliseconds));

/** Returns the planned delay after one. It doubles, and begins again after a connection over which something was stored. */
export const nextDelay = (milliseconds: number, progressed: boolean): number =>
  progressed ? 2 * firstDelayMs : Math.min(2 * milliseconds, longestDelayMs);
