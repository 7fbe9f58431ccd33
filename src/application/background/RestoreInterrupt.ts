import type * as Effect from "effect/Effect";

/** Lets a part of what must not be interrupted be interrupted, as `Effect.uninterruptibleMask` gives it. */
export type RestoreInterrupt = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
