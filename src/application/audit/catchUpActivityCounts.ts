import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";
import { continueOnError } from "../background/runPeriodically.ts";

/** Takes over every second what the log has, so that whoever asks for the history finds little left to do. */
export const catchUpActivityCounts = Effect.gen(function* () {
  const counts = yield* ActivityCounts;
  const catchUpOnce = continueOnError("The history was not taken over this time")(counts.catchUp);
  return yield* Effect.forever(Effect.zipRight(catchUpOnce, Effect.sleep("1 second")));
});
