import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  ClientActivity,
  type ClientSummary,
  type Refusals,
  type SignInsOfDay
} from "../../../domain/client/use/ClientActivity.ts";
import { refusalTypes, refusingEnds } from "../../../domain/client/use/refusals.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import { auditFailure } from "./auditFailure.ts";
import { catchUpHistory } from "./catchUpHistory.ts";
import { timeBounds } from "./timeBounds.ts";

const unavailable = auditFailure("activity");

const completed = "LoginCompleted.v1";

const wholeLog = { first: 1, last: Number.MAX_SAFE_INTEGER };

interface RefusalRow extends Omit<Refusals, "lastAt"> {
  readonly lastAt: string;
}

const unused = { activeAuthorizations: 0, lastSignInAt: null, lastUsedAt: null };

/**
 * Brings the history up to date, and returns the condition for entries from a time on. Their first position comes from the
 * counts of activity, so that older ones are skipped.
 */
const entriesSince = Effect.fnUntraced(function* (sql: SqlClient, since: number) {
  yield* Effect.provideService(catchUpHistory, SqlClient, sql);
  const from = isoTime(since);
  const { first } = yield* timeBounds(sql, { since: from }, wholeLog);
  return sql`position >= ${first} and recorded_at >= ${from}`;
});

const authorizationsOf = (sql: SqlClient, clientIds: ReadonlyArray<string>, now: number) =>
  sql<Omit<ClientSummary, "signIns">>`
    select client_id as "clientId", max(granted_at) as "lastSignInAt", max(used_at) as "lastUsedAt",
      count(*) filter (where ended_at is null and expires_at > ${now}) as "activeAuthorizations"
    from tidemark.authorizations where client_id = any(${[...clientIds]}) group by 1`;

const summarize = Effect.fnUntraced(function* (
  sql: SqlClient,
  clientIds: ReadonlyArray<string>,
  since: number,
  now: number
) {
  const recent = yield* entriesSince(sql, since);
  const counted = yield* sql<{ clientId: string; signIns: number }>`
    select client_id as "clientId", count(*) as "signIns" from tidemark.audit_entries
    where client_id = any(${[...clientIds]}) and type = ${completed} and ${recent} group by 1`;
  const signIns = new Map(counted.map((row) => [row.clientId, row.signIns]));
  const used = new Map((yield* authorizationsOf(sql, clientIds, now)).map((row) => [row.clientId, row]));
  return clientIds.map(
    (clientId): ClientSummary => ({
      ...(used.get(clientId) ?? unused),
      clientId,
      signIns: signIns.get(clientId) ?? 0
    })
  );
});

const countByDay = Effect.fnUntraced(function* (sql: SqlClient, clientId: string, since: number) {
  const recent = yield* entriesSince(sql, since);
  return yield* sql<SignInsOfDay>`
    select left(recorded_at, 10) as day, count(*) as count from tidemark.audit_entries
    where client_id = ${clientId} and type = ${completed} and ${recent} group by 1 order by 1`;
});

const groupRefusals = Effect.fnUntraced(function* (sql: SqlClient, clientId: string, since: number) {
  const recent = yield* entriesSince(sql, since);
  const rows = yield* sql<RefusalRow>`
    select type, reason, count(*) as count, max(recorded_at) as "lastAt", max(position) as "lastPosition"
    from tidemark.audit_entries
    where client_id = ${clientId} and type = any(${[...refusalTypes]})
      and (type <> 'AuthorizationEnded.v1' or reason = any(${[...refusingEnds]})) and ${recent}
    group by type, reason order by "lastAt" desc, "lastPosition" desc`;
  return rows.map((row): Refusals => ({ ...row, lastAt: Date.parse(row.lastAt) }));
});

const makeClientActivity = Effect.map(SqlClient, (sql) =>
  ClientActivity.of({
    summaries: (clientIds, since, now) => Effect.mapError(summarize(sql, clientIds, since, now), unavailable),
    signIns: (clientId, since) => Effect.mapError(countByDay(sql, clientId, since), unavailable),
    refusals: (clientId, since) => Effect.mapError(groupRefusals(sql, clientId, since), unavailable)
  })
);

/** What the history and the authorizations say of clients. Every request brings the history up to date first. */
export const layer: Layer.Layer<ClientActivity, never, SqlClient> = Layer.effect(ClientActivity, makeClientActivity);
