import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ActivityKind } from "./ActivityKind.ts";
import type { AuditUnavailable } from "./AuditTrail.ts";

/** How many events of each kind were recorded from a time on. */
export interface ActivityCount extends Readonly<Record<ActivityKind, number>> {
  /** The beginning of the minute or hour, as `2026-01-31T12:05` or `2026-01-31T12`, in UTC. */
  readonly startsAt: string;
}

/** What the log has been busy with, counted once for each event. */
export class ActivityCounts extends Context.Tag("domain/ActivityCounts")<
  ActivityCounts,
  {
    /** The minutes or hours from one time on and before another in which anything was recorded, in order; times in Unix milliseconds. */
    readonly between: (
      unit: "minute" | "hour",
      from: number,
      before: number
    ) => Effect.Effect<ReadonlyArray<ActivityCount>, AuditUnavailable>;
    /** How many authorizations have not ended, and could still be used at a time, in Unix milliseconds. */
    readonly activeAuthorizations: (now: number) => Effect.Effect<number, AuditUnavailable>;
    /** Counts what the log has by now, and makes it quick to find in the history; whoever asks for counts does the same. */
    readonly catchUp: Effect.Effect<void, AuditUnavailable>;
  }
>() {}
