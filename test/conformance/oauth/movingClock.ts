import type { Target } from "./Target.ts";

const longestWait = 90_000;
let queue: Promise<void> = Promise.resolve();

/**
 * Runs a check that lets time pass: at a target whose clock can be moved, one check after the other, and the clock is
 * put back; at any other by waiting, which has an end.
 */
export const onMovedClock = (target: Target, run: (later: Target) => Promise<void>): Promise<void> => {
  const moved = target.options.variants.travelling;
  if (moved === undefined) return run(target);
  const turn = queue.then(async () => {
    try {
      await run(moved);
    } finally {
      await moved.elapse(0);
    }
  });
  queue = turn.catch(() => undefined);
  return turn;
};

/** Lets time pass by waiting for it, for a target of somebody else. */
export const waiting = (milliseconds: number): Promise<void> =>
  milliseconds > longestWait
    ? Promise.reject(new Error(`nobody waits ${milliseconds} ms`))
    : new Promise((resolve) => setTimeout(resolve, milliseconds));
