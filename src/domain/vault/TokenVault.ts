import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Sealed } from "../crypto/SecretCipher.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A row of the vault that has no end, which is one of a session. */
export interface PermanentRow {
  readonly row: string;
  readonly sealed: Sealed;
}

/**
 * Keeps sealed secrets outside the log, so that they can be erased: PDS tokens and DPoP keys by session, what a login
 * needs while it is under way, replies that may have to be repeated. Writes join a surrounding `Atomically` transaction.
 */
export class TokenVault extends Context.Tag("domain/TokenVault")<
  TokenVault,
  {
    /** Stores under a row id, replacing what was there; `expiresAt` is in Unix milliseconds, null for no end. */
    readonly put: (row: string, sealed: Sealed, expiresAt: number | null) => Effect.Effect<void, StorageUnavailable>;
    /** None when absent or, by `now` in Unix milliseconds, expired. */
    readonly get: (row: string, now: number) => Effect.Effect<Option.Option<Sealed>, StorageUnavailable>;
    /** The same, and removes it: of several who take a row at once, one gets it. */
    readonly take: (row: string, now: number) => Effect.Effect<Option.Option<Sealed>, StorageUnavailable>;
    readonly remove: (row: string) => Effect.Effect<void, StorageUnavailable>;
    /** Whether a row without an end was sealed by another key than these. */
    readonly hasSealedByOtherKeys: (keyIds: ReadonlyArray<string>) => Effect.Effect<boolean, StorageUnavailable>;
    /** At most `limit` rows without an end, in the order of their ids, those after one only. */
    readonly listPermanent: (
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PermanentRow>, StorageUnavailable>;
    /** Removes what expired before `now`, in Unix milliseconds. */
    readonly sweep: (now: number) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
