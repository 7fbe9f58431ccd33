import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";
import type { Handle } from "../atproto/Handle.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { AccountStatus } from "../sync/account/AccountStatus.ts";

/**
 * An account that the instance knows: its records are indexed, or it signed in to an app. Times are in Unix milliseconds;
 * null for an account that never signed in.
 */
export interface DirectoryAccount {
  readonly did: Did;
  /** Null if none is confirmed. */
  readonly handle: Handle | null;
  /** The origin of its PDS; null if it is unknown. */
  readonly pds: string | null;
  /** Why its records are hidden; null for an account that is active. */
  readonly status: AccountStatus | null;
  /** Whether a label hides its records. */
  readonly isTakenDown: boolean;
  /** When it last signed in to an app. */
  readonly signedInAt: number | null;
  /** When an app last used one of its authorizations. */
  readonly usedAt: number | null;
  /** The number of its active authorizations. */
  readonly activeSessions: number;
}

/** Which accounts to list; `hidden` are those whose records are hidden, by their status or by a label. */
export type AccountState = "signed-in" | "never-signed-in" | "hidden";

/** A filter; null matches any. */
export interface AccountFilter {
  /** Part of a handle, in any case, or the beginning of a DID. */
  readonly text: string | null;
  readonly state: AccountState | null;
  /** In Unix milliseconds: which authorizations are active then. */
  readonly now: number;
}

/** The position of an account in the list. */
export type AccountPosition = Pick<DirectoryAccount, "did" | "usedAt">;

/** The accounts that the instance knows, as admins read them. Erased persons are left out. */
export class AccountDirectory extends Context.Tag("domain/AccountDirectory")<
  AccountDirectory,
  {
    /** Returns up to `limit` accounts after a position, those whose authorizations were used last first, then by DID. */
    readonly page: (
      filter: AccountFilter,
      after: AccountPosition | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DirectoryAccount>, StorageUnavailable>;
    /** Returns an account; null if it is not known. `now` is in Unix milliseconds. */
    readonly find: (did: Did, now: number) => Effect.Effect<DirectoryAccount | null, StorageUnavailable>;
  }
>() {}
