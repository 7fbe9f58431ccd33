import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Did } from "../../atproto/Did.ts";
import type { Handle } from "../../atproto/Handle.ts";
import type { AccountStatus } from "../../sync/account/AccountStatus.ts";
import type { Actor } from "./Actor.ts";
import type { RecordIndexUnavailable } from "./RecordIndex.ts";

/** The accounts that the index knows. No other server is queried. */
export class KnownActors extends Context.Tag("domain/KnownActors")<
  KnownActors,
  {
    /** Returns the handles of accounts. An account without a known handle is left out. */
    readonly handles: (
      dids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Handle>, RecordIndexUnavailable>;
    /** Returns which of the accounts are known. */
    readonly known: (dids: ReadonlyArray<Did>) => Effect.Effect<ReadonlySet<Did>, RecordIndexUnavailable>;
    /** Returns what is known of accounts. An unknown account is left out. */
    readonly actors: (dids: ReadonlyArray<Did>) => Effect.Effect<ReadonlyMap<Did, Actor>, RecordIndexUnavailable>;
    /** Returns which of the accounts are hidden, known or not, and their statuses. */
    readonly hidden: (
      dids: ReadonlyArray<Did>
    ) => Effect.Effect<ReadonlyMap<Did, AccountStatus>, RecordIndexUnavailable>;
    /** Returns which of the accounts are known, and which are hidden, known or not. */
    readonly knownAndHidden: (
      dids: ReadonlyArray<Did>
    ) => Effect.Effect<{ readonly known: ReadonlySet<Did>; readonly hidden: ReadonlySet<Did> }, RecordIndexUnavailable>;
    /** Returns the account with a handle. */
    readonly find: (handle: Handle) => Effect.Effect<Option.Option<Did>, RecordIndexUnavailable>;
    /**
     * Returns up to `limit` accounts whose handle contains a text in lower case, the shortest handles first, then in the
     * order of handles.
     */
    readonly search: (
      text: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly did: Did; readonly handle: Handle }>, RecordIndexUnavailable>;
    /** Returns the DIDs of the first `limit` accounts after a DID in the order of DIDs; null for the start. */
    readonly list: (after: Did | null, limit: number) => Effect.Effect<ReadonlyArray<Did>, RecordIndexUnavailable>;
    /** The number of accounts. */
    readonly count: Effect.Effect<number, RecordIndexUnavailable>;
    /** Returns the number of visible records of a collection; 0 if the collection is not defined. */
    readonly records: (collection: string) => Effect.Effect<number, RecordIndexUnavailable>;
  }
>() {}
