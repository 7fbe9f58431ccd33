import * as Data from "effect/Data";
import { sha256Base64Url } from "../crypto/sha256.ts";
import type { BackfillFailed, RepositoryIndexed, SyncEvent } from "./SyncEvent.ts";

/** What the index holds of one account's repository. */
export type SyncedRepository = Data.TaggedEnum<{
  Unknown: {};
  Indexed: { readonly indexed: RepositoryIndexed };
  /** `indexed` is what it held before, and still holds. */
  Failed: { readonly failed: BackfillFailed; readonly indexed: RepositoryIndexed | null };
}>;
export const SyncedRepository = Data.taggedEnum<SyncedRepository>();

export const initialRepository: SyncedRepository = SyncedRepository.Unknown();

/** What was indexed of a repository the last time; null for nothing. */
const indexedBefore = (repository: SyncedRepository): RepositoryIndexed | null =>
  repository._tag === "Unknown" ? null : repository.indexed;

/** The same, as far as the index still has it that was emptied so often. */
export const lastIndexed = (repository: SyncedRepository, resets: number): RepositoryIndexed | null => {
  const indexed = indexedBefore(repository);
  return (indexed?.resets ?? 0) === resets ? indexed : null;
};

export const evolveRepository = (repository: SyncedRepository, event: SyncEvent): SyncedRepository => {
  switch (event._tag) {
    case "RepositoryIndexed.v1":
      return SyncedRepository.Indexed({ indexed: event });
    case "BackfillFailed.v1":
      return SyncedRepository.Failed({ failed: event, indexed: indexedBefore(repository) });
  }
};

/** What stands for a set of collections, whatever their Lexicons say of them. */
export const collectionsDigest = (collections: ReadonlyArray<string>): string =>
  sha256Base64Url(JSON.stringify([...collections].sort()));

/** Whether the index has a revision of those collections already. */
export const isIndexed = (indexed: RepositoryIndexed | null, rev: string, collections: string): boolean =>
  indexed?.rev === rev && indexed.collections === collections;
