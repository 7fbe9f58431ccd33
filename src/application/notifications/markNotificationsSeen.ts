import * as Clock from "effect/Clock";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import type { Instant } from "../../domain/record/value/instant.ts";

/**
 * Moves the seen marker of a user to a time, and returns where it is then. It never moves back, and never beyond now: a
 * client whose clock is ahead would otherwise hide notifications that it has not read.
 */
export const markNotificationsSeen = traced("markNotificationsSeen")(function* (did: Did, at: Instant | null) {
  const now = 1000 * (yield* Clock.currentTimeMillis);
  return yield* (yield* RecordIndex).markSeen(did, at !== null && at < now ? at : now);
});
