import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { typesOfKind } from "../../../domain/audit/ActivityKind.ts";
import { currentHead } from "../log/LogHeads.ts";
import { keptLength } from "../migrations/0160_audit.ts";

/** The number of events that are copied in one transaction. */
const batchSize = 10_000;

const beginning = (text: string): string => `left(${text}, ${keptLength})`;

const fillEntries = `
insert into tidemark.audit_entries (position, type, recorded_at, client_id, authorization_id, correlation_id, subject_did,
  request_id, outcome, reason, uri)
select position, ${beginning("type")}, recorded_at, ${beginning("client_id")}, ${beginning("authorization_id")},
  ${beginning("correlation_id")}, ${beginning("subject_did")}, ${beginning("request_id")}, outcome, ${beginning("reason")},
  ${beginning("data->>'uri'")}
from tidemark.events where position > $1 and position <= $2 order by position
on conflict (position) do nothing`;

const units = `(values ('minute', ${"2026-01-31T12:05".length}), ('hour', ${"2026-01-31T12".length}))`;

const { logins, refreshes, writes } = typesOfKind;
const isKind = (types: ReadonlyArray<string>): string =>
  `outcome <> 'failure' and type in (${types.map((type) => `'${type}'`).join(", ")})`;
const ofAnyKind = isKind([...logins, ...refreshes, ...writes]);

const countKinds = `
insert into tidemark.activity as a (unit, starts_at, logins, refreshes, writes, failures, other, first_position, last_position)
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

/** Returns the position up to which the history has the log. */
export const caughtUpTo = (sql: SqlClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.audit_progress`, ([row]) => row?.position ?? 0);

/** Copies the next events, and returns whether there are more. The lock on the progress lets one process do so at a time. */
const catchUpBatch = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<{ position: number }>`select position from tidemark.audit_progress for update`;
  const from = row?.position ?? 0;
  const head = yield* currentHead(sql);
  const to = Math.min(head, from + batchSize);
  if (to <= from) return false;
  for (const statement of [fillEntries, countKinds]) yield* sql.unsafe(statement, [from, to]);
  yield* sql`update tidemark.audit_progress set position = ${to}`;
  return to < head;
});

/** Copies the new events of the log into the history. Appends do not wait for it. */
export const catchUpHistory: Effect.Effect<void, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  if ((yield* caughtUpTo(sql)) >= (yield* currentHead(sql))) return;
  yield* Effect.repeat(sql.withTransaction(catchUpBatch), { while: (more) => more });
});
