import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";
import { continueOnError } from "../background/runPeriodically.ts";

/** Updates the activity counts from the log every second, so that a request for them finds little left to process. */
export const catchUpActivityCounts = Effect.gen(function* () {
  const counts = yield* ActivityCounts;
  const catchUpOnce = continueOnError("The activity counts were not updated")(counts.catchUp);
  return yield* Effect.forever(Effect.zipRight(catchUpOnce, Effect.sleep("1 second")));
});
