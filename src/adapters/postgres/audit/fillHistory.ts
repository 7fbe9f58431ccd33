import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { type ActivityKind, activityKind, activityKinds, typesOfKind } from "../../../domain/audit/ActivityKind.ts";
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

const countKinds = (schema: string): string => `
insert into ${schema}.activity as a (unit, starts_at, logins, refreshes, writes, failures, other, first_position, last_position)
select u.unit, left(e.recorded_at, u.digits),
  count(*) filter (where ${isKind(logins)}), count(*) filter (where ${isKind(refreshes)}),
  count(*) filter (where ${isKind(writes)}), count(*) filter (where outcome = 'failure'),
  count(*) filter (where outcome <> 'failure' and not (${ofAnyKind})), min(position), max(position)
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

/** The minute or hour of an activity row that archived events were in, with how many of each kind. */
interface Touched extends Record<ActivityKind, number> {
  readonly unit: string;
  readonly startsAt: string;
}

const none: Readonly<Record<ActivityKind, number>> = { logins: 0, refreshes: 0, writes: 0, failures: 0, other: 0 };

type CountedEvent = Pick<RecordedEvent, "position" | "recordedAt" | "type" | "outcome">;

const touchedBy = (events: ReadonlyArray<CountedEvent>): ReadonlyArray<Touched> => {
  const touched = new Map<string, Touched>();
  for (const event of events)
    for (const { digits, unit } of unitsOfTime) {
      const startsAt = event.recordedAt.slice(0, digits);
      const row = touched.get(`${unit} ${startsAt}`) ?? { ...none, unit, startsAt };
      row[activityKind(event)] += 1;
      touched.set(`${unit} ${startsAt}`, row);
    }
  return [...touched.values()];
};

const subtractCounts = `
update tidemark.activity a set logins = a.logins - t.logins, refreshes = a.refreshes - t.refreshes,
  writes = a.writes - t.writes, failures = a.failures - t.failures, other = a.other - t.other
from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
  as t (unit, starts_at, logins, refreshes, writes, failures, other)
where a.unit = t.unit and a.starts_at = t.starts_at`;

const ofTouched = "from unnest($1::text[], $2::text[]) as t (unit, starts_at)";
const isTouched = "a.unit = t.unit and a.starts_at = t.starts_at";

const deleteEmpty = `
delete from tidemark.activity a using unnest($1::text[], $2::text[]) as t (unit, starts_at)
where ${isTouched} and a.logins + a.refreshes + a.writes + a.failures + a.other = 0`;

/** Moves a bound of the rows whose first or last event is gone to the next event that is there. */
const moveBound = (bound: "first_position" | "last_position", order: "asc" | "desc"): string => `
update tidemark.activity a set ${bound} = (
  select e.position from tidemark.events e where e.position between a.first_position and a.last_position
    and left(e.recorded_at, length(a.starts_at)) = a.starts_at
  order by e.position ${order} limit 1)
${ofTouched} where ${isTouched} and not exists (select from tidemark.events e where e.position = a.${bound})`;

const afterSubtraction = [deleteEmpty, moveBound("first_position", "asc"), moveBound("last_position", "desc")];

/** Removes events, which the log does not have any longer, from the history tables. */
export const removeFromHistory = Effect.fnUntraced(function* (sql: SqlClient, events: ReadonlyArray<CountedEvent>) {
  const touched = touchedBy(events);
  const rows = [touched.map(({ unit }) => unit), touched.map(({ startsAt }) => startsAt)];
  yield* sql`delete from tidemark.audit_entries where position = any(${events.map(({ position }) => position)}::bigint[])`;
  yield* sql.unsafe(subtractCounts, [...rows, ...activityKinds.map((kind) => touched.map((each) => each[kind]))]);
  yield* Effect.forEach(afterSubtraction, (statement) => sql.unsafe(statement, rows), { discard: true });
});
