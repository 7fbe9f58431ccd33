import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type GrantedAuthorization,
  GrantedAuthorizations,
  type GrantedFilter
} from "../../../domain/authorization/GrantedAuthorizations.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface Row extends Omit<GrantedAuthorization, "end"> {
  readonly endedAt: number | null;
  readonly endReason: string | null;
}

const unavailable = storeUnavailable("authorizations");

const toGranted = ({ endReason, endedAt, ...row }: Row): GrantedAuthorization => ({
  ...row,
  end: endedAt === null || endReason === null ? null : { at: endedAt, reason: endReason }
});

const makeGranted = Effect.map(SqlClient, (sql) => {
  const conditions = ({ clientId, did, now, state }: GrantedFilter, before: number | null) => [
    ...(before === null ? [] : [sql`position < ${before}`]),
    ...(did === null ? [] : [sql`did = ${did}`]),
    ...(clientId === null ? [] : [sql`client_id = ${clientId}`]),
    ...(state === "active" ? [sql`ended_at is null and expires_at > ${now}`] : []),
    ...(state === "overdue" ? [sql`ended_at is null and expires_at <= ${now}`] : []),
    ...(state === "ended" ? [sql`(ended_at is not null or expires_at <= ${now})`] : [])
  ];
  return GrantedAuthorizations.of({
    page: (filter, before, limit) =>
      sql<Row>`
        select authorization_id as "authorizationId", position, did, client_id as "clientId", scope,
          granted_at as "grantedAt", used_at as "usedAt", expires_at as "expiresAt",
          ended_at as "endedAt", end_reason as "endReason"
        from tidemark.authorizations where ${sql.and(conditions(filter, before))}
        order by position desc limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(toGranted) })
      )
  });
});

/** The authorizations in `tidemark.authorizations`, which every append brings up to date. */
export const layer: Layer.Layer<GrantedAuthorizations, never, SqlClient> = Layer.effect(
  GrantedAuthorizations,
  makeGranted
);
