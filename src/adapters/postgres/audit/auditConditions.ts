import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { addressLength } from "./auditIndexes.ts";

/** The conditions of a filter, all of which hold of what it means. Each can be looked up in an index, times apart. */
export const auditConditions = (sql: SqlClient, filter: AuditFilter): ReadonlyArray<Fragment> => {
  const { authorizationId, clientId, did, id, journey, outcome, reason, requestId, since, stream, types, until, uri } =
    filter;
  return [
    ...(did === undefined ? [] : [sql`subject_did = ${did}`]),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(types === undefined ? [] : [sql`type = any(${[...types]})`]),
    ...(authorizationId === undefined ? [] : [sql`authorization_id = ${authorizationId}`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(stream === undefined ? [] : [sql`stream = ${stream}`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(id === undefined ? [] : [sql`id = ${id}::uuid`]),
    ...(uri === undefined
      ? []
      : [
          sql`left(data->>'uri', ${sql.literal(String(addressLength))}) = left(${uri}, ${sql.literal(String(addressLength))})`,
          sql`data->>'uri' = ${uri}`
        ]),
    ...(since === undefined ? [] : [sql`recorded_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`recorded_at < ${until}`]),
    ...(journey === undefined
      ? []
      : [
          sql`(authorization_id = ${journey.authorizationId} or stream = any(${[...journey.streams]})
            or (correlation_id = ${journey.authorizationId} and correlation_id is distinct from authorization_id))`
        ])
  ];
};
