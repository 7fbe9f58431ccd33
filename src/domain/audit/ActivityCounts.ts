import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ActivityKind } from "./ActivityKind.ts";
import type { AuditUnavailable } from "./AuditTrail.ts";

/** The number of events of each kind in one minute or hour. */
export interface ActivityCount extends Readonly<Record<ActivityKind, number>> {
  /** The start of the minute or hour in UTC, as `2026-01-31T12:05` or `2026-01-31T12`. */
  readonly startsAt: string;
}

/** Counts the events of the log by kind and time. Each event counts once. */
export class ActivityCounts extends Context.Tag("domain/ActivityCounts")<
  ActivityCounts,
  {
    /**
     * Returns the minutes or hours in [from, before) with at least one event, in order. Times are in Unix milliseconds.
     */
    readonly between: (
      unit: "minute" | "hour",
      from: number,
      before: number
    ) => Effect.Effect<ReadonlyArray<ActivityCount>, AuditUnavailable>;
    /** Returns the number of authorizations that have not ended or expired at `now`, in Unix milliseconds. */
    readonly activeAuthorizations: (now: number) => Effect.Effect<number, AuditUnavailable>;
    /** Counts and indexes all events up to the head of the log. `between` does the same before it returns. */
    readonly catchUp: Effect.Effect<void, AuditUnavailable>;
  }
>() {}
