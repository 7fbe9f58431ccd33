import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { AuditFilter, Journey } from "../../../domain/audit/AuditFilter.ts";
import { keptLength } from "../migrations/0160_audit.ts";

/** The log itself, or what is kept of it to be filtered by. */
export type AuditSource = "events" | "audit_entries";

/** What only the log knows is looked up there: a stream and an id have an index of their own. */
const inLog = (sql: SqlClient, source: AuditSource, condition: Fragment): Fragment =>
  source === "events" ? condition : sql`position in (select position from tidemark.events where ${condition})`;

type TextColumn = "subject_did" | "client_id" | "authorization_id" | "request_id" | "reason" | "uri";

/** Of a long text only its beginning is kept, and the log has the rest. */
const isText = (sql: SqlClient, source: AuditSource, column: TextColumn, text: string): Fragment => {
  const inEvents = sql.literal(column === "uri" ? "data->>'uri'" : column);
  if (source === "events") return sql`${inEvents} = ${text}`;
  const name = sql.literal(column);
  if (text.length < keptLength) return sql`${name} = ${text}`;
  return sql`${name} = left(${text}, ${sql.literal(String(keptLength))})
    and (select ${inEvents} = ${text} from tidemark.events e where e.position = audit_entries.position)`;
};

/** Each part is found by an index of its own, which no planner would do for an `or`. */
const ofJourney = (sql: SqlClient, source: AuditSource, { authorizationId, streams }: Journey): Fragment =>
  source === "events"
    ? sql`(authorization_id = ${authorizationId} or correlation_id = ${authorizationId} or stream = any(${[...streams]}))`
    : sql`position in (
        select position from tidemark.audit_entries where authorization_id = ${authorizationId}
        union all select position from tidemark.audit_entries
          where correlation_id = ${authorizationId} and correlation_id is distinct from authorization_id
        union all select position from tidemark.events where stream = any(${[...streams]}))`;

const textColumns = [
  ["did", "subject_did"],
  ["clientId", "client_id"],
  ["authorizationId", "authorization_id"],
  ["requestId", "request_id"],
  ["reason", "reason"],
  ["uri", "uri"]
] as const satisfies ReadonlyArray<readonly [keyof AuditFilter, TextColumn]>;

/** The conditions of a filter, all of which hold of what it means. */
export const auditConditions = (sql: SqlClient, source: AuditSource, filter: AuditFilter): ReadonlyArray<Fragment> => {
  const { id, journey, outcome, since, stream, types, until } = filter;
  const texts = textColumns.flatMap(([member, column]) => {
    const text = filter[member];
    return text === undefined ? [] : [isText(sql, source, column, text)];
  });
  return [
    ...texts,
    ...(types === undefined ? [] : [sql`type = any(${[...types]})`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(stream === undefined ? [] : [inLog(sql, source, sql`stream = ${stream}`)]),
    ...(id === undefined ? [] : [inLog(sql, source, sql`id = ${id}::uuid`)]),
    ...(since === undefined ? [] : [sql`recorded_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`recorded_at < ${until}`]),
    ...(journey === undefined ? [] : [ofJourney(sql, source, journey)])
  ];
};
