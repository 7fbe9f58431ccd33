import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";

/** Counts the log every minute, so that whoever asks for counts finds little left to do. */
export const countRegularly = Effect.gen(function* () {
  const counts = yield* ActivityCounts;
  const count = Effect.catchAll(counts.catchUp, (failure) =>
    Effect.logDebug("The log was not counted this time", failure)
  );
  return yield* Effect.forever(Effect.zipRight(count, Effect.sleep("1 minute")));
});
