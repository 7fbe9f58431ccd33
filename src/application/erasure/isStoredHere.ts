import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { DeadLetters, everyDeadLetter } from "../../domain/sync/DeadLetters.ts";
import { FollowedRepositories } from "../../domain/sync/stream/FollowedRepositories.ts";

/** Returns whether anything is stored about an account: events, an account of the index, sync state, or dead letters. */
export const isStoredHere = traced("isStoredHere")(function* (did: Did) {
  if (Option.isSome(yield* (yield* Subjects).find(did))) return true;
  if ((yield* (yield* KnownActors).known([did])).has(did)) return true;
  if ((yield* (yield* FollowedRepositories).find([did])).has(did)) return true;
  return (yield* (yield* DeadLetters).count({ ...everyDeadLetter, did })) > 0;
});
