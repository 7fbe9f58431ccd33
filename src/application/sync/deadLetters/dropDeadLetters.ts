import * as Effect from "effect/Effect";
import { type DeadLetterFilter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";

/** Removes the dead letters that match, and returns their number. They are not tried again. */
export const dropDeadLetters = Effect.fn("dropDeadLetters")(function* (filter: DeadLetterFilter) {
  const letters = yield* DeadLetters;
  return yield* letters.drop(filter);
});
