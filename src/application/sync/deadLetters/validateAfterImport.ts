import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { rulesDigests } from "../../../domain/lexicon/validate/rulesDigests.ts";
import {
  type CollectionProgress,
  type PendingCollection,
  pendingCollections
} from "../../../domain/record/index/CollectionProgress.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { type DeadLetter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import { runPeriodically } from "../../background/runPeriodically.ts";
import { latestImport } from "../../lexicons/storedLexicons.ts";
import { checkRecord, type Refusal } from "./readRecord.ts";
import { type ImportedLexicons, requireCurrent, withImportedLexicons } from "./withImportedLexicons.ts";

/** How many records are validated at once: few enough that requests do not wait for them noticeably. */
const pageSize = 100;

/** The pause after a page, in multiples of the time that it took. */
const pauseRatio = 2;

/**
 * Milliseconds after an import until records are validated. Until then, records that were validated by the former set
 * may still be stored: the set becomes active in each process within a second, and batches and writes are in progress.
 */
const settlingMs = 10_000;

interface InvalidRecord {
  readonly record: IndexedRecord;
  readonly refusal: Refusal;
}

const invalidOnes = (set: LexiconSet, page: ReadonlyArray<IndexedRecord>): ReadonlyArray<InvalidRecord> =>
  page.flatMap((record) => {
    const checked = checkRecord(set, record.collection, record.value);
    return Either.isLeft(checked) ? [{ record, refusal: checked.left }] : [];
  });

/** Removes invalid records, except those that were replaced meanwhile, and returns their dead letters. */
const removeInvalid = Effect.fnUntraced(function* (invalid: ReadonlyArray<InvalidRecord>, receivedAt: number) {
  const { removeUnchanged } = yield* RecordIndex;
  const removed = yield* removeUnchanged(invalid.map(({ record }) => record));
  const revs = new Map(removed.map(({ rev, uri }) => [uri, rev]));
  return invalid.flatMap(({ record: { cid, collection, did, uri }, refusal }): ReadonlyArray<DeadLetter> => {
    const rev = revs.get(uri);
    if (rev === undefined) return [];
    return [{ ...refusal, source: "import", did, collection, uri, cid, rev: rev ?? "", bytes: null, receivedAt }];
  });
});

/** Stores what the validation of a page found together with how far it came, and returns the number of invalid records. */
const storePage = Effect.fnUntraced(function* (
  imported: ImportedLexicons,
  collection: Nsid,
  invalid: ReadonlyArray<InvalidRecord>,
  state: CollectionProgress
) {
  const deadLetters = yield* DeadLetters;
  const validations = yield* RecordValidations;
  const letters = yield* removeInvalid(invalid, yield* Clock.currentTimeMillis);
  yield* deadLetters.add(letters);
  yield* validations.save(collection, state);
  yield* requireCurrent(imported);
  return letters.length;
});

/** Validates the next records of a collection. */
const validatePage = Effect.fnUntraced(function* (
  imported: ImportedLexicons,
  { after, collection, digest }: PendingCollection
) {
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const page = yield* index.scan(collection, after, pageSize);
  const state = { digest, after: page.at(-1)?.uri ?? after, isDone: page.length < pageSize };
  const invalid = invalidOnes(imported.set, page);
  const refused = yield* atomically.run(storePage(imported, collection, invalid, state));
  return { state, refused };
});

type ValidatedPage = Effect.Effect.Success<ReturnType<typeof validatePage>>;

const validateCollection = Effect.fnUntraced(function* (imported: ImportedLexicons, validation: PendingCollection) {
  let next = validation;
  let refused = 0;
  for (;;) {
    const startedAt = yield* Clock.currentTimeMillis;
    const page: ValidatedPage = yield* validatePage(imported, next);
    refused += page.refused;
    next = { ...next, after: page.state.after };
    if (page.state.isDone) break;
    yield* Effect.sleep(pauseRatio * ((yield* Clock.currentTimeMillis) - startedAt));
  }
  if (refused > 0)
    yield* Effect.logWarning(
      `${refused} records of ${validation.collection} are not valid by the imported Lexicons and are dead letters now`
    );
});

/** Returns the collections whose records were not validated by the present rules, or not all of them. */
const pending = Effect.fnUntraced(function* (set: LexiconSet) {
  return pendingCollections(rulesDigests(set), yield* (yield* RecordValidations).all);
});

const validateAll = Effect.fnUntraced(function* (imported: ImportedLexicons) {
  for (const validation of yield* pending(imported.set)) yield* validateCollection(imported, validation);
});

/**
 * Validates the indexed records of every collection whose rules an import changed. Those that are no longer valid become
 * dead letters. It continues where another process stopped, and stops when other Lexicons are imported.
 */
export const validateAfterImport = traced("validateAfterImport")(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  if ((yield* pending(set)).length === 0) return;
  const { importedAt } = yield* latestImport();
  const now = yield* Clock.currentTimeMillis;
  if (importedAt !== null && now < Date.parse(importedAt) + settlingMs) return;
  yield* withImportedLexicons(set, validateAll);
});

/** Validates indexed records after each import of Lexicons, indefinitely. */
export const validateAfterImportPeriodically = Effect.suspend(() =>
  runPeriodically("5 seconds", "The indexed records were not validated")(validateAfterImport())
);
