import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";
import { goOn } from "../regularly.ts";

/** Takes over every second what the log has, so that whoever asks for the history finds little left to do. */
export const followHistory = Effect.gen(function* () {
  const counts = yield* ActivityCounts;
  const takeOver = goOn("The history was not taken over this time")(counts.catchUp);
  return yield* Effect.forever(Effect.zipRight(takeOver, Effect.sleep("1 second")));
});
