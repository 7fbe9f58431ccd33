import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type ActivityCount, ActivityCounts } from "../../../domain/audit/ActivityCounts.ts";
import type { UnreadableRecord } from "../../../domain/event/UnreadableRecord.ts";
import { auditFailure } from "./auditFailure.ts";
import { catchUpHistory } from "./catchUpHistory.ts";

const unavailable = auditFailure("activity");

const digits = { minute: "2026-01-31T12:05".length, hour: "2026-01-31T12".length } as const;

/** Returns the function that logs at which event the history stops, once for each event. */
const reportOnce = () => {
  let reported = 0;
  return (stop: UnreadableRecord | null): Effect.Effect<void> => {
    if (stop === null || stop.position === reported) return Effect.void;
    reported = stop.position;
    return Effect.logWarning(`${stop.message}. Until then this process does not update the audit index`);
  };
};

const makeActivityCounts = Effect.map(SqlClient, (sql) => {
  const report = reportOnce();
  const catchUp = Effect.provideService(catchUpHistory, SqlClient, sql).pipe(Effect.flatMap(report));
  return ActivityCounts.of({
    between: (unit, from, before) => {
      const [first, last] = [from, before].map((time) => new Date(time).toISOString().slice(0, digits[unit]));
      return Effect.zipRight(
        catchUp,
        sql<ActivityCount>`
          select starts_at as "startsAt", logins, refreshes, writes, failures, other from tidemark.activity
          where unit = ${unit} and starts_at >= ${String(first)} and starts_at < ${String(last)} order by starts_at`
      ).pipe(Effect.mapError(unavailable));
    },
    activeAuthorizations: (now) =>
      sql<{ count: number }>`
        select count(*) as count from tidemark.authorizations where ended_at is null and expires_at > ${now}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.count ?? 0 })
      ),
    catchUp: Effect.mapError(catchUp, unavailable)
  });
});

/** Counts of events in `tidemark.activity`. Every request brings them up to date first. */
export const layer: Layer.Layer<ActivityCounts, never, SqlClient> = Layer.effect(ActivityCounts, makeActivityCounts);
