import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { NewEvent } from "../../../domain/event/Envelope.ts";
import { lookupKeys, lookupTypes } from "../../../domain/event/Lookup.ts";
import { revocableEnds } from "../../../domain/session/needsRevocation.ts";

const pageSize = 5000;

interface LookupEvent extends Pick<NewEvent, "type" | "data" | "clientId"> {
  readonly position: number;
  readonly stream: string;
}

const createShadow = `
create temporary table shadow_lookups (
  kind text collate "C" not null, key text collate "C" not null, stream text collate "C" not null,
  primary key (kind, key)
) on commit drop`;

/** By the same function as an append: a key stays with the first stream that introduced it. */
const fillLookups = Effect.fnUntraced(function* (progress: (position: number) => Effect.Effect<void>) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(createShadow);
  for (let cursor = 0, page = pageSize; page === pageSize; ) {
    const events = yield* sql<LookupEvent>`
        select position, stream, type, client_id as "clientId", data from tidemark.events
        where position > ${cursor} and type = any(${[...lookupTypes]}) order by position limit ${pageSize}`;
    const keys = events.flatMap((event) => lookupKeys(event).map((each) => ({ ...each, stream: event.stream })));
    yield* sql`
        insert into shadow_lookups (kind, key, stream)
        select kind, key, stream from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ key }) => key)}::text[],
          ${keys.map(({ stream }) => stream)}::text[]) with ordinality as k (kind, key, stream, n)
        order by n on conflict (kind, key) do nothing`;
    page = events.length;
    cursor = events.at(-1)?.position ?? cursor;
    yield* progress(cursor);
  }
});

/**
 * A write is open from its request to its end. One that was not there when its PDS was asked stays open for as long as a
 * proof may still arrive, which the log does not tell: it may be there or not.
 */
const fillOpenWrites = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql`
    create temporary table shadow_open_writes on commit drop as
    select stream, type = 'WriteRejected.v1' as may_be from (
      select distinct on (stream) stream, type, reason from tidemark.events
      where type in ('WriteRequested.v1', 'WriteOutcomeUnknown.v1', 'RecordWritten.v1', 'WriteRejected.v1')
      order by stream, version desc) last
    where type in ('WriteRequested.v1', 'WriteOutcomeUnknown.v1') or (type = 'WriteRejected.v1' and reason = 'not-there')`;
});

const fillPendingRevocations = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const reasons = revocableEnds.map((reason) => `'${reason}'`).join(", ");
  yield* sql.unsafe(`
    create temporary table shadow_owed_revocations on commit drop as
    select session_id from (
      select distinct on (data->>'sessionId') data->>'sessionId' as session_id, type from tidemark.events
      where type in ('SessionTokensArrivedLate.v1', 'SessionRevokedAtPds.v1', 'SessionRevocationAbandoned.v1')
        or (type = 'SessionEnded.v1' and reason in (${reasons}))
      order by data->>'sessionId', position desc) last
    where type in ('SessionTokensArrivedLate.v1', 'SessionEnded.v1') and session_id is not null`);
});

const fillAuthorizations = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql.unsafe(`
    create temporary table shadow_authorizations on commit drop as
    select distinct on (g.authorization_id) g.authorization_id, g.position, g.subject_did as did, g.client_id,
      g.data->>'scope' as scope, (g.data->>'exchangedAt')::bigint as granted_at,
      coalesce((r.data->>'refreshedAt')::bigint, (g.data->>'exchangedAt')::bigint) as used_at,
      coalesce((r.data->>'refreshExpiresAt')::bigint, (g.data->>'refreshExpiresAt')::bigint) as expires_at,
      (extract(epoch from e.recorded_at::timestamptz) * 1000)::bigint as ended_at, e.data->>'reason' as end_reason
    from tidemark.events g
    left join lateral (
      select r.data from tidemark.events r where r.stream = g.stream and r.type = 'TokensRefreshed.v1'
      order by r.version desc limit 1) r on true
    left join lateral (
      select e.data, e.recorded_at from tidemark.events e
      where e.stream = g.stream and e.type = 'AuthorizationEnded.v1' order by e.version limit 1) e on true
    where g.type = 'CodeExchanged.v1'
      and g.authorization_id is not null and g.subject_did is not null and g.client_id is not null
    order by g.authorization_id, g.position`);
});

const fillUnredeemedCodes = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql`
    create temporary table shadow_unredeemed_codes on commit drop as
    select i.authorization_id, (i.data->>'expiresAt')::bigint as expires_at from tidemark.events i
    where i.type = 'CodeIssued.v1' and i.authorization_id is not null and not exists (
      select from tidemark.events e where e.stream = i.stream and e.type in ('CodeExchanged.v1', 'AuthorizationEnded.v1'))`;
});

/** Makes every stored projection anew, in tables of this transaction that have `shadow_` before their name. */
export const fillShadows = (
  progress: (position: number) => Effect.Effect<void>
): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.all([fillLookups(progress), fillOpenWrites, fillPendingRevocations, fillAuthorizations, fillUnredeemedCodes], {
    discard: true
  });
