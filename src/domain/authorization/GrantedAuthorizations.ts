import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/**
 * An authorization for which tokens were issued. `position` is the position of the event that first issued them. Times
 * are in Unix milliseconds; `expiresAt` is when it ends unless it is used again; `end` is its recorded end.
 */
export interface GrantedAuthorization {
  readonly authorizationId: string;
  readonly position: number;
  readonly did: string;
  readonly clientId: string;
  readonly scope: string;
  readonly grantedAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
  readonly end: { readonly at: number; readonly reason: string } | null;
}

/**
 * A filter; null matches any. An authorization is over at `now`, in Unix milliseconds, when it ended or expired unused.
 * Those that expired but whose end is not yet recorded are `overdue`.
 */
export interface GrantedFilter {
  readonly did: string | null;
  readonly clientId: string | null;
  readonly state: "active" | "ended" | "overdue" | null;
  readonly now: number;
}

/** Reads all authorizations. The projection is updated in the transaction of each append. */
export class GrantedAuthorizations extends Context.Tag("domain/GrantedAuthorizations")<
  GrantedAuthorizations,
  {
    /** Returns up to `limit` authorizations before a position, newest first; a null position returns the first page. */
    readonly page: (
      filter: GrantedFilter,
      before: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<GrantedAuthorization>, StorageUnavailable>;
  }
>() {}
