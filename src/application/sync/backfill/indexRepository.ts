import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RepositoryIndexed } from "../../../domain/sync/backfill/SyncEvent.ts";
import {
  collectionsDigest,
  type Indexed,
  isIndexed,
  lastIndexed
} from "../../../domain/sync/backfill/SyncedRepository.ts";
import { type LatestCommit, RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { isOpen } from "../../../domain/sync/stream/openCollections.ts";
import { repositories } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { loadAccount } from "../account/accountStream.ts";
import { LiveSyncSettings } from "../stream/LiveSyncSettings.ts";
import { indexResetCount } from "./indexResetCount.ts";
import { type OpenFailure, openByBlocks, openFull } from "./openRepository.ts";
import { type ReconcilePlan, reconcileRepository } from "./reconcileRepository.ts";
import type { SyncTarget } from "./SyncTarget.ts";

/** The PDS of a repository, and the key it is signed with. */
export type RepositoryHome = Omit<SyncTarget, "collections">;

/** What was read of a repository. `indexed` is null if nothing was indexed that was not before. */
export interface IndexedRepository {
  readonly indexed: RepositoryIndexed | null;
  /** The number of bytes that were received. */
  readonly bytes: number;
}

const untouched: IndexedRepository = { indexed: null, bytes: 0 };

/** Returns the stream of the indexed repository of an account. It is named for the pseudonym of the account. */
export const repositoryStream = (did: Did) =>
  Effect.flatMap(EventLog, (log) => Effect.map(log.pseudonym(did), (pseudonym) => streamName("repository", pseudonym)));

const reconcileFull = (target: SyncTarget, plan: ReconcilePlan) =>
  Effect.scoped(Effect.flatMap(openFull(target), (repository) => reconcileRepository(repository, plan)));

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
const reconcileIncrementally = (target: SyncTarget, { cid }: LatestCommit, plan: ReconcilePlan) =>
  Effect.flatMap(openByBlocks(target, cid), (repository) => reconcileRepository(repository, plan)).pipe(
    Effect.catchIf(
      (problem) => isOpenFailure(problem) && isAboutBlocks(problem),
      () => reconcileFull(target, plan)
    )
  );

/** Records that a repository is indexed, and that live sync can continue from its revision. */
const recordIndexed = Effect.fnUntraced(function* (event: RepositoryIndexed, data: string) {
  return yield* decide({
    aggregate: repositories,
    stream: yield* repositoryStream(event.did),
    metadata: () => ({ actor: systemActor, subjectDid: event.did }),
    decide: () => Effect.succeed({ events: [event], outcome: event }),
    alongside: ({ did, rev }) =>
      Effect.flatMap(FollowedRepositories, (followed) => followed.synchronized(did, rev, data))
  });
});

/** Whether commits of a repository were missed, so that it is read even if its revision is indexed. */
const isDesynchronized = (did: Did) =>
  Effect.flatMap(FollowedRepositories, (followed) =>
    Effect.map(followed.find([did]), (found) => (found.get(did)?.desynchronizedAt ?? null) !== null)
  );

const isUpToDate = Effect.fnUntraced(function* (did: Did, before: Indexed | null, rev: string, digest: string) {
  return isIndexed(before, rev, digest) && !(yield* isDesynchronized(did));
});

/** The collections in use, by whether they are open. */
const collectionsByAccess = Effect.gen(function* () {
  const { collections } = yield* (yield* LexiconCatalog).current;
  const { openCollections } = yield* LiveSyncSettings;
  const all = collections.map(({ nsid }) => nsid);
  const [closed, open] = Arr.partition(all, (nsid) => isOpen(openCollections, nsid));
  return { all, open, closed };
});

/**
 * Makes the index match the account's repository for the collections of this instance: unchanged records are left
 * alone, missing ones removed, concurrent writes kept, and invalid records become dead letters. Of an author that is
 * not known only the open collections are indexed, which makes the author known.
 */
export const indexRepository = traced("indexRepository")(function* ({ did, pds, signingKey }: RepositoryHome) {
  const reader = yield* RepositoryReader;
  const { all, closed, open } = yield* collectionsByAccess;
  if ((yield* (yield* Subjects).blocked([did])).size > 0) return untouched;
  const known = yield* (yield* KnownActors).known([did]);
  if ((known.has(did) ? all : open).length === 0) return untouched;
  const digest = collectionsDigest(all);
  const { state } = yield* loadAggregate(repositories, yield* repositoryStream(did));
  // An erasure of the account's records is a reset of its part of the index.
  const resets = (yield* indexResetCount) + (yield* loadAccount(did)).state.erasures;
  const before = lastIndexed(state, resets);
  const target = { did, pds, signingKey, collections: all };
  const latest = before === null ? null : yield* reader.latest(pds, did);
  if (latest !== null && (yield* isUpToDate(did, before, latest.rev, digest))) return untouched;
  const plan = { open, closed, before };
  const found = yield* before === null || latest === null
    ? reconcileFull(target, plan)
    : reconcileIncrementally(target, latest, plan);
  const { bytes, commit, data, first, isKnown, removed, rev, skipped, stored } = found;
  if (!isKnown) return { indexed: null, bytes } satisfies IndexedRepository;
  const { outcome } = yield* recordIndexed(
    new RepositoryIndexed({
      did,
      pds,
      rev,
      commit,
      collections: digest,
      stored,
      removed,
      skipped,
      skippedFirst: first,
      ...(resets > 0 && { resets })
    }),
    data
  );
  return { indexed: outcome, bytes } satisfies IndexedRepository;
});
