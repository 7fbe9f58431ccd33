import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { type SkipReason, SkipReason as SkipReasons } from "../../../domain/sync/backfill/SkipReason.ts";
import type { Indexed } from "../../../domain/sync/backfill/SyncedRepository.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import type { OpenRepository } from "./openRepository.ts";
import { RepositoryLetters } from "./RepositoryLetters.ts";
import { type Reconciled, type RecordLetter, reconcileWindow } from "./reconcileWindow.ts";

/** What a repository is indexed by. */
export interface ReconcilePlan {
  /** The collections in use that are indexed whoever the author is. */
  readonly open: ReadonlyArray<Nsid>;
  /** Those that are indexed only if the author is known. */
  readonly closed: ReadonlyArray<Nsid>;
  /** What the index held before; null for nothing. */
  readonly before: Indexed | null;
}

/** The counts of the windows so far; `first` are the first skipped records. */
interface Total {
  readonly kept: number;
  readonly stored: number;
  readonly removed: number;
  readonly skipped: number;
  readonly first: ReadonlyArray<{ readonly uri: string; readonly reason: SkipReason }>;
}

const nothing: Total = { kept: 0, stored: 0, removed: 0, skipped: 0, first: [] };

/** How many of the skipped records the event names. */
const namedInEvent = 5;

/** After how many entries the progress is logged. */
const progressEvery = 10_000;

const isSkipReason = Schema.is(SkipReasons);

/** The event names records that could not be read; the invalid ones are in the list of dead letters. */
const named = (letters: ReadonlyArray<RecordLetter>): Total["first"] =>
  letters.flatMap(({ reason, uri }) => (isSkipReason(reason) ? [{ uri, reason }] : []));

const plus = ({ first, kept, removed, skipped, stored }: Total, window: Reconciled): Total => ({
  kept: kept + window.kept,
  stored: stored + window.stored,
  removed: removed + window.removed,
  skipped: skipped + window.letters.length,
  first: first.length < namedInEvent ? [...first, ...named(window.letters)].slice(0, namedInEvent) : first
});

const reconcileCollections = Effect.fnUntraced(function* (
  repository: OpenRepository,
  collections: ReadonlyArray<Nsid>,
  letters: RepositoryLetters,
  from: Total
) {
  let total = from;
  let seen = 0;
  yield* repository.eachWindow(collections, (window) =>
    reconcileWindow(repository, window).pipe(
      Effect.tap((reconciled) => letters.add(reconciled.letters)),
      Effect.flatMap((reconciled) => {
        total = plus(total, reconciled);
        const before = seen;
        seen += window.entries.length;
        return Math.floor(seen / progressEvery) > Math.floor(before / progressEvery)
          ? Effect.logInfo(`Indexing the repository of ${repository.did}: ${seen} records so far`)
          : Effect.void;
      })
    )
  );
  yield* letters.removeOutdated(collections, repository.rev);
  return total;
});

/**
 * Whether the closed collections are indexed as well. A valid record in an open collection makes the author known. It may
 * have been stored before the service was killed.
 */
const becomesKnown = Effect.fnUntraced(function* ({ did, pds }: OpenRepository, { kept, stored }: Total) {
  const known = yield* (yield* KnownActors).known([did]);
  if (known.has(did)) return true;
  if (kept + stored === 0) return false;
  yield* (yield* RecordIndex).putActor({ did, handle: null, pds });
  // Commits since the repository was fetched were left out by live sync, because the author was not known.
  yield* (yield* DueRepositories).request([did], "source-gap");
  return true;
});

/**
 * Makes the index match a repository: in the closed collections only if the author is known, or has a valid record in
 * an open one. `isKnown` is false if nothing is indexed because the author is not known.
 */
export const reconcileRepository = Effect.fnUntraced(function* (
  repository: OpenRepository,
  { before, closed, open }: ReconcilePlan
) {
  const { bytes, data, did, rev, root } = repository;
  if (before !== null && before.rev > rev) return yield* fault("rev-went-back");
  const letters = yield* RepositoryLetters.load(did);
  const opened = yield* reconcileCollections(repository, open, letters, nothing);
  const isKnown = yield* becomesKnown(repository, opened);
  const total = isKnown ? yield* reconcileCollections(repository, closed, letters, opened) : opened;
  const commit = Cid.make(root.toString(), true);
  return { ...total, rev, commit, data: data.toString(), bytes: bytes(), isKnown };
});
