import * as Effect from "effect/Effect";

/** Resumes after all pending events, such as database responses and incoming requests. */
const nextMacrotask: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void));
});

/**
 * Returns an effect to wait for before work that blocks the event loop. Only one waiter proceeds between two turns of the
 * event loop, so that other requests wait for at most one of them.
 */
export const fairYield = (): Effect.Effect<void> => Effect.unsafeMakeSemaphore(1).withPermits(1)(nextMacrotask);
