import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { typesOfKind } from "../../../domain/audit/ActivityKind.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { keptLength } from "../migrations/0160_audit.ts";

const beginning = (text: string): string => `left(${text}, ${keptLength})`;

const fillEntries = (schema: string): string => `
insert into ${schema}.audit_entries (position, type, recorded_at, client_id, authorization_id, correlation_id, subject_did,
  request_id, outcome, reason, uri)
select position, ${beginning("type")}, recorded_at, ${beginning("client_id")}, ${beginning("authorization_id")},
  ${beginning("correlation_id")}, ${beginning("coalesce(personal->>'subject', subject_did)")}, ${beginning("request_id")}, outcome, ${beginning("reason")},
  ${beginning("coalesce(personal->>'uri', data->>'uri')")}
from tidemark.events where position > $1 and position <= $2 order by position
on conflict (position) do nothing`;

const unitsOfTime = [
  { unit: "minute", digits: "2026-01-31T12:05".length },
  { unit: "hour", digits: "2026-01-31T12".length }
] as const;

const units = `(values ${unitsOfTime.map(({ digits, unit }) => `('${unit}', ${digits})`).join(", ")})`;

const { logins, refreshes, writes } = typesOfKind;
const isKind = (types: ReadonlyArray<string>): string =>
  `outcome <> 'failure' and type in (${types.map((type) => `'${type}'`).join(", ")})`;
const ofAnyKind = isKind([...logins, ...refreshes, ...writes]);

/** The counts of an activity row, in the order of its columns. */
const counts = `
  count(*) filter (where ${isKind(logins)}) as logins, count(*) filter (where ${isKind(refreshes)}) as refreshes,
  count(*) filter (where ${isKind(writes)}) as writes, count(*) filter (where outcome = 'failure') as failures,
  count(*) filter (where outcome <> 'failure' and not (${ofAnyKind})) as other, min(position) as first_position,
  max(position) as last_position`;

const countKinds = (schema: string): string => `
insert into ${schema}.activity as a (unit, starts_at, logins, refreshes, writes, failures, other, first_position, last_position)
select u.unit, left(e.recorded_at, u.digits), ${counts}
from tidemark.events e cross join ${units} as u (unit, digits)
where position > $1 and position <= $2 group by 1, 2
on conflict (unit, starts_at) do update set logins = a.logins + excluded.logins, refreshes = a.refreshes + excluded.refreshes,
  writes = a.writes + excluded.writes, failures = a.failures + excluded.failures, other = a.other + excluded.other,
  first_position = least(a.first_position, excluded.first_position),
  last_position = greatest(a.last_position, excluded.last_position)`;

/**
 * Returns the function that adds the events after one position, up to another, to the history tables of a schema. Each
 * event must be added once.
 */
export const fillHistory = (
  schema: string
): ((sql: SqlClient, after: number, upTo: number) => Effect.Effect<void, SqlError>) => {
  const statements = [fillEntries(schema), countKinds(schema)];
  return (sql, after, upTo) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement, [after, upTo]), { discard: true });
};

/** Counts the minutes and hours anew that archived events were in. All events of one lie between its positions. */
const countAgain = `
update tidemark.activity a set logins = c.logins, refreshes = c.refreshes, writes = c.writes, failures = c.failures,
  other = c.other, first_position = coalesce(c.first_position, 0), last_position = coalesce(c.last_position, 0)
from unnest($1::text[], $2::text[]) as t (unit, starts_at)
join tidemark.activity b on b.unit = t.unit and b.starts_at = t.starts_at
cross join lateral (
  select ${counts} from tidemark.events e
  where e.position between b.first_position and b.last_position
    and left(e.recorded_at, length(t.starts_at)) = t.starts_at) c
where a.unit = t.unit and a.starts_at = t.starts_at`;

/** Removes events, which the log does not have any longer, from the history tables. */
export const removeFromHistory = Effect.fnUntraced(function* (
  sql: SqlClient,
  events: ReadonlyArray<Pick<RecordedEvent, "position" | "recordedAt">>
) {
  const touched = unitsOfTime.flatMap(({ digits, unit }) =>
    [...new Set(events.map(({ recordedAt }) => recordedAt.slice(0, digits)))].map((startsAt) => ({ unit, startsAt }))
  );
  yield* sql`delete from tidemark.audit_entries where position = any(${events.map(({ position }) => position)}::bigint[])`;
  yield* sql.unsafe(countAgain, [touched.map(({ unit }) => unit), touched.map(({ startsAt }) => startsAt)]);
  yield* sql`delete from tidemark.activity where last_position = 0`;
});
