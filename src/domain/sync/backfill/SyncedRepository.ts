import * as Data from "effect/Data";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import type { BackfillFailed, RepositoryIndexed, RepositoryIndexedV1, SyncEvent } from "./SyncEvent.ts";

/** What was indexed last, as either version of the event has it. */
export type Indexed = RepositoryIndexedV1 | RepositoryIndexed;

/** What the index holds of one account's repository. */
export type SyncedRepository = Data.TaggedEnum<{
  Unknown: {};
  Indexed: { readonly indexed: Indexed };
  /** `indexed` is what it held before, and still holds. */
  Failed: { readonly failed: BackfillFailed; readonly indexed: Indexed | null };
}>;
export const SyncedRepository = Data.taggedEnum<SyncedRepository>();

export const initialRepository: SyncedRepository = SyncedRepository.Unknown();

/** What was indexed of a repository the last time; null for nothing. */
const indexedBefore = (repository: SyncedRepository): Indexed | null =>
  repository._tag === "Unknown" ? null : repository.indexed;

/** The same, as far as the index still has it that was emptied so often. */
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
  }
};

/** What stands for a set of collections, whatever their Lexicons say of them. */
export const collectionsDigest = (collections: ReadonlyArray<string>): string =>
  sha256Base64Url(JSON.stringify([...collections].sort()));

/** Whether it is not known which records were skipped: version 1 of the event only counted them. */
const lacksSkipped = (indexed: Indexed): boolean => indexed._tag === "RepositoryIndexed.v1" && indexed.skipped > 0;

/** Whether the index has a revision of those collections already, and it is known what it does not have of it. */
export const isIndexed = (indexed: Indexed | null, rev: string, collections: string): boolean =>
  indexed?.rev === rev && indexed.collections === collections && !lacksSkipped(indexed);
