import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Sealed } from "../crypto/SecretCipher.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A row of the vault without an expiry, which belongs to a session. */
interface PermanentRow {
  readonly row: string;
  readonly sealed: Sealed;
}

/**
 * Stores encrypted secrets outside the log, so that they can be erased: PDS tokens and DPoP keys by session, the
 * secrets of logins in progress, and cached replies. Writes join a surrounding `Atomically` transaction.
 */
export class TokenVault extends Context.Tag("domain/TokenVault")<
  TokenVault,
  {
    /** Stores a secret under a row id and replaces an existing one. `expiresAt` is in Unix milliseconds, or null. */
    readonly put: (row: string, sealed: Sealed, expiresAt: number | null) => Effect.Effect<void, StorageUnavailable>;
    /** Returns a secret; none when it does not exist or expired before `now`, in Unix milliseconds. */
    readonly get: (row: string, now: number) => Effect.Effect<Option.Option<Sealed>, StorageUnavailable>;
    /** Returns a secret and removes it. Of several concurrent callers, exactly one receives it. */
    readonly take: (row: string, now: number) => Effect.Effect<Option.Option<Sealed>, StorageUnavailable>;
    readonly remove: (row: string) => Effect.Effect<void, StorageUnavailable>;
    /** Whether a row without an expiry is encrypted with a key other than these. */
    readonly hasSealedByOtherKeys: (keyIds: ReadonlyArray<string>) => Effect.Effect<boolean, StorageUnavailable>;
    /** Returns up to `limit` rows without an expiry, in the order of their ids, starting after a given id. */
    readonly listPermanent: (
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PermanentRow>, StorageUnavailable>;
    /** Deletes rows that expired before `now`, in Unix milliseconds. */
    readonly sweep: (now: number) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
