import type { Handle } from "../../../domain/atproto/Handle.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { type DeadLetterFilter, DeadLetters, type StoredDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { deadLetterText } from "./deadLetterText.ts";

/** A dead letter for people: `message` is the reason in a sentence, `handle` is null where it is unknown. */
export interface ShownDeadLetter extends StoredDeadLetter {
  readonly handle: Handle | null;
  readonly message: string;
}

/** Returns up to `limit` dead letters, newest first, that were stored before the one with the id `before`. */
export const listDeadLetters = traced("listDeadLetters")(function* (
  filter: DeadLetterFilter,
  before: number | null,
  limit: number
) {
  const letters = yield* DeadLetters;
  const actors = yield* KnownActors;
  const found = yield* letters.list(filter, before, limit);
  const dids = found.flatMap(({ did }) => (did === null ? [] : [did]));
  const handles = yield* actors.handles([...new Set(dids)]);
  return found.map(
    (letter): ShownDeadLetter => ({
      ...letter,
      handle: letter.did === null ? null : (handles.get(letter.did) ?? null),
      message: deadLetterText(letter)
    })
  );
});
