import * as Data from "effect/Data";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import { deadLetterLimits } from "../boundDeadLetter.ts";
import type { BackfillFailed, RepositoryIndexed, RepositoryIndexedV1, SyncEvent } from "./SyncEvent.ts";

/** The event of the last indexing, in either version. */
export type Indexed = RepositoryIndexedV1 | RepositoryIndexed;

/** The state of the indexed records of the repository of one account. */
export type SyncedRepository = Data.TaggedEnum<{
  Unknown: {};
  Indexed: { readonly indexed: Indexed };
  /** `indexed` is what the index held before and still holds. */
  Failed: { readonly failed: BackfillFailed; readonly indexed: Indexed | null };
}>;
export const SyncedRepository = Data.taggedEnum<SyncedRepository>();

export const initialRepository: SyncedRepository = SyncedRepository.Unknown();

/** The last indexing of a repository, or null. */
const indexedBefore = (repository: SyncedRepository): Indexed | null =>
  repository._tag === "Unknown" ? null : repository.indexed;

/**
 * Returns the last indexing of a repository, or null if the index was reset after it. `resets` is the current number.
 */
export const lastIndexed = (repository: SyncedRepository, resets: number): Indexed | null => {
  const indexed = indexedBefore(repository);
  return (indexed?.resets ?? 0) === resets ? indexed : null;
};

export const evolveRepository = (repository: SyncedRepository, event: SyncEvent): SyncedRepository => {
  switch (event._tag) {
    case "RepositoryIndexed.v1":
    case "RepositoryIndexed.v2":
      return SyncedRepository.Indexed({ indexed: event });
    case "BackfillFailed.v1":
      return SyncedRepository.Failed({ failed: event, indexed: indexedBefore(repository) });
    case "SyncGapFound.v1":
      return repository;
  }
};

/** Returns a digest of a set of collections. It does not depend on the content of their Lexicons. */
export const collectionsDigest = (collections: ReadonlyArray<string>): string =>
  sha256Base64Url(JSON.stringify([...collections].sort()));

/**
 * Whether it is not known which records were skipped: version 1 of the event only counted them, and of many not all are
 * stored.
 */
const lacksSkipped = (indexed: Indexed): boolean =>
  indexed.skipped > (indexed._tag === "RepositoryIndexed.v1" ? 0 : deadLetterLimits.lettersPerAccount);

/** Whether the index already has a revision for these collections, and the skipped records are known. */
export const isIndexed = (indexed: Indexed | null, rev: string, collections: string): boolean =>
  indexed?.rev === rev && indexed.collections === collections && !lacksSkipped(indexed);
