import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/**
 * An authorization for which tokens were given out. `position` is that of the event by which they first were. Times in Unix
 * milliseconds; `expiresAt` is when it ends unless it is used again. `end` is what the log says of its end.
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
 * Which of them; null for any. What ended, or was not used in its time, is over at `now`, in Unix milliseconds; of the latter
 * the log may not say so yet, and those are `overdue`.
 */
export interface GrantedFilter {
  readonly did: string | null;
  readonly clientId: string | null;
  readonly state: "active" | "ended" | "overdue" | null;
  readonly now: number;
}

/** Every authorization there is, kept with the events: what is appended is there. */
export class GrantedAuthorizations extends Context.Tag("domain/GrantedAuthorizations")<
  GrantedAuthorizations,
  {
    /** At most `limit`, the newest first, those before a position only; null for the first page. */
    readonly page: (
      filter: GrantedFilter,
      before: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<GrantedAuthorization>, StorageUnavailable>;
  }
>() {}
