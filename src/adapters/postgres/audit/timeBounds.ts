import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import type { Bounds } from "./batches.ts";

interface Found {
  readonly first: number | null;
  readonly last: number | null;
}

const minuteOf = (time: string): string => time.slice(0, "2026-01-31T12:05".length);
const hourOf = (time: string): string => time.slice(0, "2026-01-31T12".length);

const noPositions: Bounds = { first: 1, last: 0 };

const earliest = "0000";
const latest = "9999-12-31T23:59:59.999Z";

/**
 * Returns the positions between which all events of a period lie. The log is ordered by position, and times have the same
 * order only as far as the clocks of the processes agree. So the first and the last position of each minute and hour come
 * from the counts of activity, which must be up to date with `within`.
 */
export const timeBounds = (
  sql: SqlClient,
  { since, until }: Pick<AuditFilter, "since" | "until">,
  within: Bounds
): Effect.Effect<Bounds, SqlError> => {
  if (since === undefined && until === undefined) return Effect.succeed(within);
  const [from, to] = [since ?? earliest, until ?? latest];
  return Effect.map(
    sql<Found>`
      select least(
          (select min(first_position) from tidemark.activity
            where unit = 'minute' and starts_at >= ${minuteOf(from)} and starts_at < ${`${hourOf(from)};`}),
          (select min(first_position) from tidemark.activity
            where unit = 'hour' and starts_at > ${hourOf(from)} and starts_at <= ${hourOf(to)})) as first,
        greatest(
          (select max(last_position) from tidemark.activity
            where unit = 'minute' and starts_at >= ${hourOf(to)} and starts_at <= ${minuteOf(to)}),
          (select max(last_position) from tidemark.activity
            where unit = 'hour' and starts_at >= ${hourOf(from)} and starts_at < ${hourOf(to)})) as last`,
    ([found]) =>
      found === undefined || found.first === null || found.last === null
        ? noPositions
        : { first: Math.max(found.first, within.first), last: Math.min(found.last, within.last) }
  );
};
