import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { indexedAddress } from "../migrations/0160_audit.ts";

/** The log itself, or what is kept of it to be filtered by. */
export type AuditSource = "events" | "audit_entries";

/** What only the log knows is looked up there: a stream and an id have an index of their own. */
const inLog = (sql: SqlClient, source: AuditSource, condition: Fragment): Fragment =>
  source === "events" ? condition : sql`position in (select position from tidemark.events where ${condition})`;

const ofAddress = (sql: SqlClient, source: AuditSource, uri: string): Fragment => {
  const length = sql.literal(String(indexedAddress));
  return source === "events"
    ? sql`data->>'uri' = ${uri}`
    : sql`left(uri, ${length}) = left(${uri}, ${length}) and uri = ${uri}`;
};

/** Each part is found by an index of its own, which no planner would do for an `or`. */
const ofJourney = (sql: SqlClient, source: AuditSource, journey: NonNullable<AuditFilter["journey"]>): Fragment => {
  const { authorizationId, streams } = journey;
  return source === "events"
    ? sql`(authorization_id = ${authorizationId} or correlation_id = ${authorizationId} or stream = any(${[...streams]}))`
    : sql`position in (
        select position from tidemark.audit_entries where authorization_id = ${authorizationId}
        union all select position from tidemark.audit_entries
          where correlation_id = ${authorizationId} and correlation_id is distinct from authorization_id
        union all select position from tidemark.events where stream = any(${[...streams]}))`;
};

/** The conditions of a filter, all of which hold of what it means. */
export const auditConditions = (sql: SqlClient, source: AuditSource, filter: AuditFilter): ReadonlyArray<Fragment> => {
  const { authorizationId, clientId, did, id, journey, outcome, reason, requestId, since, stream, types, until, uri } =
    filter;
  return [
    ...(did === undefined ? [] : [sql`subject_did = ${did}`]),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(types === undefined ? [] : [sql`type = any(${[...types]})`]),
    ...(authorizationId === undefined ? [] : [sql`authorization_id = ${authorizationId}`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(stream === undefined ? [] : [inLog(sql, source, sql`stream = ${stream}`)]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(id === undefined ? [] : [inLog(sql, source, sql`id = ${id}::uuid`)]),
    ...(uri === undefined ? [] : [ofAddress(sql, source, uri)]),
    ...(since === undefined ? [] : [sql`recorded_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`recorded_at < ${until}`]),
    ...(journey === undefined ? [] : [ofJourney(sql, source, journey)])
  ];
};
