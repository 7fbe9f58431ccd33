import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { rulesDigest } from "../../../domain/lexicon/validate/rulesDigest.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { type DeadLetter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { type RecordValidation, RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import { runPeriodically } from "../../background/runPeriodically.ts";
import { withRenewedLease } from "../../lease/withRenewedLease.ts";
import { checkRecord } from "./readRecord.ts";

const pageSize = 500;

/** A collection whose records are to be validated, from a position on. */
interface Validation {
  readonly collection: Nsid;
  readonly digest: string;
  readonly after: RecordValidation["after"];
}

const letterOf = (
  { cid, collection, did, rev, uri }: IndexedRecord,
  refusal: Pick<DeadLetter, "reason" | "detail" | "value">,
  receivedAt: number
): DeadLetter => ({ ...refusal, source: "import", did, collection, uri, cid, rev: rev ?? "", bytes: null, receivedAt });

/** Removes invalid records, unless one was replaced meanwhile, and stores them as dead letters. */
const refuse = Effect.fnUntraced(function* (records: ReadonlyArray<IndexedRecord>, letters: ReadonlyArray<DeadLetter>) {
  const index = yield* RecordIndex;
  yield* index.removeAll(records.map(({ rev, uri }) => ({ uri, rev })));
  const removed = yield* Effect.filter(records, ({ uri }) => Effect.map(index.find(uri), Option.isNone));
  const uris = new Set<string | null>(removed.map(({ uri }) => uri));
  yield* (yield* DeadLetters).add(letters.filter(({ uri }) => uris.has(uri)));
});

/** Validates the next records of a collection, and returns the state after them. */
const validatePage = Effect.fnUntraced(function* (set: LexiconSet, { after, collection, digest }: Validation) {
  const index = yield* RecordIndex;
  const receivedAt = yield* Clock.currentTimeMillis;
  const page = yield* index.scan(collection, after, pageSize);
  const invalid: Array<IndexedRecord> = [];
  const letters: Array<DeadLetter> = [];
  for (const record of page) {
    const checked = checkRecord(set, collection, record.value);
    if (Either.isRight(checked)) continue;
    invalid.push(record);
    letters.push(letterOf(record, checked.left, receivedAt));
  }
  if (invalid.length > 0) yield* (yield* Atomically).run(refuse(invalid, letters));
  const isDone = page.length < pageSize;
  const state: RecordValidation = { digest, after: page.at(-1)?.uri ?? after, isDone };
  yield* (yield* RecordValidations).save(collection, state);
  return { state, refused: invalid.length };
});

const validateCollection = Effect.fnUntraced(function* (set: LexiconSet, validation: Validation) {
  let next = validation;
  let refused = 0;
  for (;;) {
    const page: Effect.Effect.Success<ReturnType<typeof validatePage>> = yield* validatePage(set, next);
    refused += page.refused;
    next = { ...next, after: page.state.after };
    if (page.state.isDone) break;
    yield* Effect.sleep(0);
  }
  if (refused > 0)
    yield* Effect.logWarning(
      `${refused} records of ${validation.collection} are not valid by the Lexicons in use, and are dead letters now`
    );
});

/** The digests of the rules of each collection, which are computed once for each set. */
const digests = new WeakMap<LexiconSet, ReadonlyMap<Nsid, string>>();

const digestsOf = (set: LexiconSet): ReadonlyMap<Nsid, string> => {
  const found = digests.get(set) ?? new Map(set.collections.map(({ nsid }) => [nsid, rulesDigest(set, nsid)]));
  digests.set(set, found);
  return found;
};

/** Returns the collections whose records were not validated by the present rules, or not all of them. */
const pending = Effect.fnUntraced(function* (set: LexiconSet) {
  const stored = yield* (yield* RecordValidations).all;
  return [...digestsOf(set)].flatMap(([collection, digest]): ReadonlyArray<Validation> => {
    const before = stored.get(collection);
    if (before?.digest !== digest) return [{ collection, digest, after: null }];
    return before.isDone ? [] : [{ collection, digest, after: before.after }];
  });
});

/**
 * Validates the indexed records of every collection whose Lexicon changed. Those that are no longer valid become dead
 * letters. It continues where another process stopped.
 */
export const validateAfterImport = Effect.fn("validateAfterImport")(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  if ((yield* pending(set)).length === 0) return;
  yield* withRenewedLease("validate records")(
    Effect.flatMap(pending(set), (collections) =>
      Effect.forEach(collections, (validation) => validateCollection(set, validation), { discard: true })
    )
  );
});

/** Validates indexed records after each import of Lexicons, indefinitely. */
export const validateAfterImportPeriodically = Effect.suspend(() =>
  runPeriodically("5 seconds", "The indexed records were not validated")(validateAfterImport())
);
