import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AuditUnavailable } from "../../audit/AuditTrail.ts";
import type { RefusalType } from "./refusals.ts";

/** How much a client is used. Times are in Unix milliseconds; null if it never happened. */
export interface ClientSummary {
  readonly clientId: string;
  /** Completed sign-ins since the time that was asked about. */
  readonly signIns: number;
  readonly activeAuthorizations: number;
  readonly lastSignInAt: number | null;
  /** When tokens were last issued. */
  readonly lastUsedAt: number | null;
}

/** The number of completed sign-ins on one day in UTC, such as `2026-01-31`. */
export interface SignInsOfDay {
  readonly day: string;
  readonly count: number;
}

/** How often a client was refused for one reason, and when last, in Unix milliseconds. */
export interface Refusals {
  readonly type: RefusalType;
  readonly reason: string | null;
  readonly count: number;
  readonly lastAt: number;
  /** The position of the last one. */
  readonly lastPosition: number;
}

/** Counts what the log says of registered clients. `since` is in Unix milliseconds. */
export class ClientActivity extends Context.Tag("domain/ClientActivity")<
  ClientActivity,
  {
    /** Returns the summary of each of some clients, in no particular order. `now` decides which authorizations are active. */
    readonly summaries: (
      clientIds: ReadonlyArray<string>,
      since: number,
      now: number
    ) => Effect.Effect<ReadonlyArray<ClientSummary>, AuditUnavailable>;
    /** Returns the days with at least one sign-in, oldest first. */
    readonly signIns: (clientId: string, since: number) => Effect.Effect<ReadonlyArray<SignInsOfDay>, AuditUnavailable>;
    /** Returns the reasons for which sign-ins and requests for tokens were refused, the latest first. */
    readonly refusals: (clientId: string, since: number) => Effect.Effect<ReadonlyArray<Refusals>, AuditUnavailable>;
  }
>() {}
