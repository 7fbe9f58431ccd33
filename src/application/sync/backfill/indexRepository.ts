import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import {
  maxSkippedPerAccount,
  type SkippedRecord,
  SkippedRecords
} from "../../../domain/sync/backfill/SkippedRecords.ts";
import { RepositoryIndexed } from "../../../domain/sync/backfill/SyncEvent.ts";
import {
  collectionsDigest,
  type Indexed,
  isIndexed,
  lastIndexed
} from "../../../domain/sync/backfill/SyncedRepository.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import { type LatestCommit, RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import { repositories } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { loadAccount } from "../account/accountStream.ts";
import { indexResetCount } from "./indexResetCount.ts";
import { type OpenFailure, type OpenRepository, openByBlocks, openFull } from "./openRepository.ts";
import { type Reconciled, reconcileWindow } from "./reconcileWindow.ts";
import type { SyncTarget } from "./SyncTarget.ts";

/** The PDS of a repository, and the key it is signed with. */
export interface RepositoryHome {
  readonly did: Did;
  readonly pds: string;
  readonly signingKey: string;
}

/**
 * Returns the stream of the indexed repository of an account. The DID is hashed, since it may be longer than a stream
 * name.
 */
export const repositoryStream = (did: Did) => streamName("repository", sha256Base64Url(did));

/** The result of the windows so far; `first` are the first of `skipped` skipped records. */
interface Total {
  readonly stored: number;
  readonly removed: number;
  readonly skipped: number;
  readonly first: ReadonlyArray<SkippedRecord>;
}

const nothing: Total = { stored: 0, removed: 0, skipped: 0, first: [] };

const plus = ({ first, removed, skipped, stored }: Total, window: Reconciled): Total => ({
  stored: stored + window.stored,
  removed: removed + window.removed,
  skipped: skipped + window.skipped.length,
  first: [...first, ...window.skipped].slice(0, maxSkippedPerAccount)
});

/** How many of the skipped records the event names. */
const namedInEvent = 5;

/** After how many entries the progress is logged. */
const progressEvery = 10_000;

const reconcile = Effect.fnUntraced(function* (repository: OpenRepository, before: Indexed | null) {
  const { did, rev, root } = repository;
  if (before !== null && before.rev > rev) return yield* fault("rev-went-back");
  let total = nothing;
  let seen = 0;
  yield* repository.eachWindow((window) =>
    Effect.flatMap(reconcileWindow(repository, window), (reconciled) => {
      total = plus(total, reconciled);
      const before = seen;
      seen += window.entries.length;
      return Math.floor(seen / progressEvery) > Math.floor(before / progressEvery)
        ? Effect.logInfo(`Indexing the repository of ${did}: ${seen} records so far`)
        : Effect.void;
    })
  );
  return { ...total, rev, commit: Cid.make(root.toString(), true) };
});

const reconcileFull = (target: SyncTarget, before: Indexed | null) =>
  Effect.scoped(Effect.flatMap(openFull(target), (repository) => reconcile(repository, before)));

const isOpenFailure = (problem: { readonly _tag: string }): problem is OpenFailure =>
  ["RepositoryFault", "RepositoryUnreadable", "FullResyncRequired"].includes(problem._tag);

/** A PDS may not serve blocks by CID, or not those of a commit that is no longer the latest. */
const isAboutBlocks = (problem: OpenFailure): boolean => {
  if (problem._tag === "FullResyncRequired") return true;
  if (problem._tag === "RepositoryUnreadable") return ["refused", "malformed", "too-large"].includes(problem.reason);
  return ["block-missing", "car-malformed", "car-truncated"].includes(problem.reason);
};

/**
 * Changes since the last time are mostly few: they are fetched block by block, and if that fails as a full repository.
 */
const reconcileIncrementally = (target: SyncTarget, { cid }: LatestCommit, before: Indexed) =>
  Effect.flatMap(openByBlocks(target, cid), (repository) => reconcile(repository, before)).pipe(
    Effect.catchIf(
      (problem) => isOpenFailure(problem) && isAboutBlocks(problem),
      () => reconcileFull(target, before)
    )
  );

/** Stored before the event: if the event fails, the repository is indexed again and the list replaced again. */
const storeSkipped = Effect.fnUntraced(function* (did: Did, { first, rev, skipped }: Total & { readonly rev: string }) {
  const store = yield* SkippedRecords;
  const indexedAt = yield* Clock.currentTimeMillis;
  yield* store.replace({ did, rev, indexedAt, total: skipped, records: first });
});

const recordIndexed = (event: RepositoryIndexed) =>
  decide({
    aggregate: repositories,
    stream: repositoryStream(event.did),
    metadata: () => ({ actor: systemActor, subjectDid: event.did }),
    decide: () => Effect.succeed({ events: [event], outcome: event })
  });

/**
 * Makes the index match the account's repository for the collections of this instance: unchanged records are left
 * alone, missing ones removed, and concurrent writes kept. Null when the PDS has nothing that was not indexed before.
 */
export const indexRepository = Effect.fn("indexRepository")(function* ({ did, pds, signingKey }: RepositoryHome) {
  const catalog = yield* LexiconCatalog;
  const reader = yield* RepositoryReader;
  const collections = (yield* catalog.current).collections.map(({ nsid }) => nsid);
  if (collections.length === 0) return null;
  const digest = collectionsDigest(collections);
  const { state } = yield* loadAggregate(repositories, repositoryStream(did));
  // An erasure of the account's records is a reset of its part of the index.
  const resets = (yield* indexResetCount) + (yield* loadAccount(did)).state.erasures;
  const before = lastIndexed(state, resets);
  const target = { did, pds, signingKey, collections };
  const latest = before === null ? null : yield* reader.latest(pds, did);
  if (latest !== null && isIndexed(before, latest.rev, digest)) return null;
  const found = yield* before === null || latest === null
    ? reconcileFull(target, before)
    : reconcileIncrementally(target, latest, before);
  const { first, ...counts } = found;
  yield* storeSkipped(did, found);
  const { outcome } = yield* recordIndexed(
    new RepositoryIndexed({
      did,
      pds,
      collections: digest,
      ...counts,
      skippedFirst: first.slice(0, namedInEvent).map(({ reason, uri }) => ({ uri, reason })),
      ...(resets > 0 && { resets })
    })
  );
  return outcome;
});
