import * as Effect from "effect/Effect";

/** After whatever is ready now: answers of the database, and requests that came in. */
const nextMacrotask: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void));
});

/**
 * An effect to wait for before work that holds up the whole process: of all who wait only one goes on between two looks
 * at what else is to be done, so that those with little work wait for one of them at most.
 */
export const fairYield = (): Effect.Effect<void> => Effect.unsafeMakeSemaphore(1).withPermits(1)(nextMacrotask);
