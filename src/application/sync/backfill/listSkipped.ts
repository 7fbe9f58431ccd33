import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import {
  type DeadLetterReason,
  DeadLetters,
  everyDeadLetter,
  type StoredDeadLetter
} from "../../../domain/sync/DeadLetters.ts";
import { deadLetterText } from "../deadLetters/deadLetterText.ts";

/**
 * A record that is not in the index, described for people: `message` is the reason in a sentence, `handle` is null
 * where unknown. `rev` is the revision of its repository, `indexedAt` when it was received, in Unix milliseconds.
 */
export interface ShownSkippedRecord {
  readonly position: number;
  readonly did: Did;
  readonly handle: Handle | null;
  /** Not a valid at-uri if the key is not a record key. */
  readonly uri: string;
  readonly cid: string;
  readonly rev: string;
  readonly reason: DeadLetterReason;
  readonly message: string;
  readonly indexedAt: number;
}

const filterOf = (did: string | null) => ({ ...everyDeadLetter, did });

const shown = (letter: StoredDeadLetter, handles: ReadonlyMap<string, Handle>): ReadonlyArray<ShownSkippedRecord> => {
  const { cid, did, id: position, reason, receivedAt: indexedAt, rev, uri } = letter;
  if (did === null || uri === null || cid === null || rev === null) return [];
  const message = deadLetterText(letter);
  return [{ position, did, handle: handles.get(did) ?? null, uri, cid, rev, reason, message, indexedAt }];
};

/** Returns dead letters until there are `limit` records among them. */
const recordsFrom = Effect.fnUntraced(function* (did: string | null, after: number | null, limit: number) {
  const letters = yield* DeadLetters;
  const found: Array<StoredDeadLetter> = [];
  let before = after;
  for (;;) {
    const page: ReadonlyArray<StoredDeadLetter> = yield* letters.list(filterOf(did), before, limit - found.length);
    found.push(...page.filter(({ uri }) => uri !== null));
    before = page.at(-1)?.id ?? null;
    if (before === null || found.length >= limit) return found;
  }
});

/** Returns a page of the records that are not in the index, newest first, of one account or of all (null). */
export const listSkipped = traced("listSkipped")(function* (did: string | null, after: number | null, limit: number) {
  const found = yield* recordsFrom(did, after, limit);
  const dids = new Set(found.flatMap((letter) => (letter.did === null ? [] : [letter.did])));
  const handles = yield* (yield* KnownActors).handles([...dids]);
  return found.flatMap((letter) => shown(letter, handles));
});

/** Returns how many dead letters are stored, of one account or of all (null). */
export const countSkipped = (did: string | null) => Effect.flatMap(DeadLetters, ({ count }) => count(filterOf(did)));
