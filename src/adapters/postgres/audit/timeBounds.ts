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

const nothing: Bounds = { first: 1, last: 0 };

const earliest = "0000";
const latest = "9999-12-31T23:59:59.999Z";

/**
 * Between which positions everything lies that was recorded in a time. The log is ordered by position, and times follow
 * that only as well as the clocks of several processes agree: the counts of minutes and hours know the first and the
 * last position of each. They have to be up to date with all of `within`.
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
        ? nothing
        : { first: Math.max(found.first, within.first), last: Math.min(found.last, within.last) }
  );
};
