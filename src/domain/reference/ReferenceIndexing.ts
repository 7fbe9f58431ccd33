import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AtUri } from "../atproto/AtUri.ts";
import type { Nsid } from "../atproto/Nsid.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** How far the references of a collection's records are indexed that were stored before its present Lexicon. */
export interface IndexedReferences {
  /** The digest of the Lexicons by which they are indexed (`referencesDigest`). */
  readonly digest: string;
  /** The last record whose references are indexed; null for none. */
  readonly after: AtUri | null;
  readonly isDone: boolean;
}

/** Stores how far references are indexed, so that another process can continue. */
export class ReferenceIndexing extends Context.Tag("domain/ReferenceIndexing")<
  ReferenceIndexing,
  {
    /** Returns the state of each collection that has one. */
    readonly all: Effect.Effect<ReadonlyMap<string, IndexedReferences>, StorageUnavailable>;
    /** Replaces the state of a collection. Joins a surrounding `Atomically` transaction. */
    readonly save: (collection: Nsid, state: IndexedReferences) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
