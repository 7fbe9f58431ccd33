import type * as Effect from "effect/Effect";
import type { AtUri } from "../../atproto/AtUri.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** How far a job has gone through the records of a collection. */
export interface CollectionProgress {
  /** The digest of what the job works by. If it is another one by now, the job begins anew. */
  readonly digest: string;
  /** The last record that is done; null for none. */
  readonly after: AtUri | null;
  readonly isDone: boolean;
}

/** Stores the progress of a job, so that another process can continue. */
export interface CollectionProgressStore {
  /** Returns the progress in each collection that has one. */
  readonly all: Effect.Effect<ReadonlyMap<string, CollectionProgress>, StorageUnavailable>;
  /** Replaces the progress in a collection. Joins a surrounding `Atomically` transaction. */
  readonly save: (collection: Nsid, progress: CollectionProgress) => Effect.Effect<void, StorageUnavailable>;
}

/** A collection that a job has to go through, from a position on. */
export interface PendingCollection extends Pick<CollectionProgress, "digest" | "after"> {
  readonly collection: Nsid;
}

/** Returns the collections that a job has not gone through with the present digests, or not to their end. */
export const pendingCollections = (
  digests: ReadonlyMap<Nsid, string>,
  stored: ReadonlyMap<string, CollectionProgress>
): ReadonlyArray<PendingCollection> =>
  [...digests].flatMap(([collection, digest]): ReadonlyArray<PendingCollection> => {
    const before = stored.get(collection);
    if (before?.digest !== digest) return [{ collection, digest, after: null }];
    return before.isDone ? [] : [{ collection, digest, after: before.after }];
  });
