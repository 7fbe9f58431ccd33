import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Did } from "../../atproto/Did.ts";
import type { Handle } from "../../atproto/Handle.ts";
import type { RecordIndexUnavailable } from "./RecordIndex.ts";

/** The accounts that the index knows. No other server is queried. */
export class KnownActors extends Context.Tag("domain/KnownActors")<
  KnownActors,
  {
    /** Returns the handles of accounts. An account without a known handle is left out. */
    readonly handles: (
      dids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Handle>, RecordIndexUnavailable>;
    /** Returns the account with a handle. If several accounts were seen with it, the result is any one of them. */
    readonly find: (handle: Handle) => Effect.Effect<Option.Option<Did>, RecordIndexUnavailable>;
    /** Returns the DIDs of the first `limit` accounts after a DID in the order of DIDs; null for the start. */
    readonly list: (after: Did | null, limit: number) => Effect.Effect<ReadonlyArray<Did>, RecordIndexUnavailable>;
    /** The number of accounts. */
    readonly count: Effect.Effect<number, RecordIndexUnavailable>;
    /** Returns the number of indexed records of a collection; 0 if the collection is not defined. */
    readonly records: (collection: string) => Effect.Effect<number, RecordIndexUnavailable>;
  }
>() {}
