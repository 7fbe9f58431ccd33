import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";

/** Takes over every second what the log has, so that whoever asks for the history finds little left to do. */
export const followHistory = Effect.gen(function* () {
  const counts = yield* ActivityCounts;
  const takeOver = Effect.catchAll(counts.catchUp, (failure) =>
    Effect.logDebug("The history was not taken over this time", failure)
  );
  return yield* Effect.forever(Effect.zipRight(takeOver, Effect.sleep("1 second")));
});
