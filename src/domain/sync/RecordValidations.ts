import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AtUri } from "../atproto/AtUri.ts";
import type { Nsid } from "../atproto/Nsid.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** How far the indexed records of a collection were validated. */
export interface RecordValidation {
  /** The digest of the rules by which they were validated (`rulesDigest`). */
  readonly digest: string;
  /** The last record that was validated; null for none. */
  readonly after: AtUri | null;
  readonly isDone: boolean;
}

/** Stores how far indexed records were validated by changed Lexicons, so that another process can continue. */
export class RecordValidations extends Context.Tag("domain/RecordValidations")<
  RecordValidations,
  {
    /** Returns the state of each collection that has one. */
    readonly all: Effect.Effect<ReadonlyMap<string, RecordValidation>, StorageUnavailable>;
    /** Replaces the state of a collection. Joins a surrounding `Atomically` transaction. */
    readonly save: (collection: Nsid, validation: RecordValidation) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
