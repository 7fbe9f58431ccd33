import * as Effect from "effect/Effect";
import { WriteInDoubt } from "./recordErrors.ts";

const notRecorded = () => new WriteInDoubt({ reason: "not-recorded", retryAfter: 2 });

/** The PDS has written: whatever happens to us now, that is not to be told as a failure. */
export const orNotRecorded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError((problem) => Effect.logWarning("A write was not recorded, and will be reconciled", problem)),
    Effect.mapError(notRecorded)
  );
