import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Nsid } from "../../domain/atproto/Nsid.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { rulesDigests } from "../../domain/lexicon/validate/rulesDigests.ts";
import { type PendingCollection, pendingCollections } from "../../domain/record/index/CollectionProgress.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { ReferenceIndexing } from "../../domain/reference/ReferenceIndexing.ts";
import { runPeriodically } from "../background/runPeriodically.ts";
import { withRenewedLease } from "../lease/withRenewedLease.ts";

/** How many records are read at once: few enough that writes do not wait for them noticeably. */
const pageSize = 500;

/** The pause after a page, in multiples of the time that it took. */
const pauseRatio = 2;

/** Incremented when the same record refers to other accounts by the same Lexicons. */
const referencesVersion = 1;

/** Returns what decides to which accounts the records of each collection refer. */
const referencesDigests = (set: LexiconSet): ReadonlyMap<Nsid, string> =>
  new Map(Array.from(rulesDigests(set), ([nsid, digest]) => [nsid, `${referencesVersion}:${digest}`]));

/** How many collections there are, and the ones whose references are not indexed by the present Lexicons. */
interface IndexingProgress {
  readonly collections: number;
  readonly pending: ReadonlyArray<PendingCollection>;
}

/** Returns how far references are indexed. */
export const indexingProgress = traced("indexingProgress")(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  const stored = yield* (yield* ReferenceIndexing).all;
  const pending = pendingCollections(referencesDigests(set), stored);
  return { collections: set.collections.length, pending } satisfies IndexingProgress;
});

/** Indexes a page of records together with how far it came. */
const indexPage = Effect.fnUntraced(function* ({ after, collection, digest }: PendingCollection) {
  const last = yield* (yield* RecordIndex).indexReferences(collection, after, pageSize);
  yield* (yield* ReferenceIndexing).save(collection, { digest, after: last ?? after, isDone: last === null });
  return last;
});

const indexCollection = Effect.fnUntraced(function* (set: LexiconSet, pending: PendingCollection) {
  const atomically = yield* Atomically;
  const catalog = yield* LexiconCatalog;
  let after = pending.after;
  for (;;) {
    if ((yield* catalog.current) !== set) return;
    const startedAt = yield* Clock.currentTimeMillis;
    const last: PendingCollection["after"] = yield* atomically.run(indexPage({ ...pending, after }));
    if (last === null) return;
    after = last;
    yield* Effect.sleep(pauseRatio * ((yield* Clock.currentTimeMillis) - startedAt));
  }
});

const indexAll = Effect.gen(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  // Another process may have done it while this one waited for the lease.
  const { pending } = yield* indexingProgress();
  if (pending.length > 0) yield* Effect.logInfo(`Indexing the references of ${pending.length} collections to accounts`);
  for (const each of pending) yield* indexCollection(set, each);
  if (pending.length > 0) yield* Effect.logInfo(`Indexed the references of ${pending.length} collections to accounts`);
});

/**
 * Indexes the references of records that were stored by an earlier version, or before the Lexicons of their collection
 * changed. It works in one process at a time, continues where another one stopped, and begins anew when other Lexicons are
 * imported.
 */
export const indexReferences = traced("indexReferences")(function* () {
  const { pending } = yield* indexingProgress();
  if (pending.length > 0) yield* withRenewedLease("index references")(indexAll);
});

/** Indexes references whenever there are any to be indexed, indefinitely. */
export const indexReferencesPeriodically = Effect.suspend(() =>
  runPeriodically("5 seconds", "The references of records were not indexed")(indexReferences())
);
