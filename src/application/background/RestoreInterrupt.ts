import type * as Effect from "effect/Effect";

/** Makes part of an uninterruptible effect interruptible, as `Effect.uninterruptibleMask` provides it. */
export type RestoreInterrupt = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
