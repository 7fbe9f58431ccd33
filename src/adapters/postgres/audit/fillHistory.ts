import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { typesOfKind } from "../../../domain/audit/ActivityKind.ts";
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

const units = `(values ('minute', ${"2026-01-31T12:05".length}), ('hour', ${"2026-01-31T12".length}))`;

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
