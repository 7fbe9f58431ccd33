import * as Effect from "effect/Effect";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { Actor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { type DeadLetterFilter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { DeadLettersDropped } from "../../../domain/sync/DeadLettersDropped.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { loadEvents } from "../../event/loadEvents.ts";
import { retryConflicts } from "../../event/retryConflicts.ts";

const stream = streamName("sync-source", "dead-letters");

const drop = Effect.fnUntraced(function* (filter: DeadLetterFilter, actor: Actor) {
  const letters = yield* DeadLetters;
  const { history } = yield* loadEvents(stream);
  const dropped = yield* letters.drop(filter);
  if (dropped === 0) return 0;
  const { collection, did: account, reason: deadLetterReason } = filter;
  const event = new DeadLettersDropped({ dropped, collection, account, deadLetterReason });
  yield* appendEvents(stream, history.length, [event], { actor });
  return dropped;
});

/**
 * Removes the dead letters that match, with an event, and returns their number. They are not tried again.
 */
export const dropDeadLetters = traced("dropDeadLetters")(function* (filter: DeadLetterFilter, actor: Actor) {
  const atomically = yield* Atomically;
  return yield* retryConflicts(atomically.run(drop(filter, actor)));
});
