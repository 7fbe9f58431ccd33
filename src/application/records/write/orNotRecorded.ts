import * as Effect from "effect/Effect";
import { WriteInDoubt } from "./recordErrors.ts";

const notRecorded = () => new WriteInDoubt({ reason: "not-recorded", retryAfter: 2 });

/**
 * Turns failures into `WriteInDoubt`: the PDS has already written, so that a later failure must not be reported as a
 * failed write.
 */
export const orNotRecorded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError((problem) => Effect.logWarning("A write was not recorded and will be reconciled", problem)),
    Effect.mapError(notRecorded)
  );
