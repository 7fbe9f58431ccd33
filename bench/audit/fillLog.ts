import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { fillEvents } from "../fillEvents.ts";

/** The accounts and apps of the history: some are frequent, some rare, and one app never refreshes a token. */
export const known = {
  bot: "did:plc:bot00000000000000000000",
  rareDid: "did:plc:rare000000000000000000",
  busyClient: "client_busy_______________",
  writingClient: "client_writes_only________",
  rareClient: "client_rare_______________",
  longAuthorization: "auth_long_________________",
  start: Date.parse("2026-02-01T00:00:00.000Z"),
  days: 30
} as const;

const chunk = 100_000;

/** The events from one position to another. Their times are up to a second out of order. */
const events = (from: number, to: number, total: number) => `
insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id, client_id,
  authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash)
select n, 'write-' || n, 1, gen_random_uuid(), type, at, at, 'client', client, client, auth, did,
  case when h % 10 = 0 then null else md5((n / 2)::text)::uuid::text end, null, auth,
  case when reason is null then 'success' else 'failure' end, reason,
  case when type in ('WriteRequested.v1', 'RecordWritten.v1', 'WriteRejected.v1')
    then json_build_object('writeId', 'write_' || n, 'uri', 'at://' || did || '/xyz.statusphere.status/' || (n / 2), 'cid',
      'bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454', 'rev', '3jzfcijpj2z2b')
    else json_build_object('authorizationId', auth, 'refreshHash', md5(n::text), 'scope', 'atproto transition:generic') end,
  encode(sha256(n::text::bytea), 'base64')
from (
  select n, h, did, client,
    case when h % 100 = 17 then '${known.longAuthorization}' when did is null then null else 'auth_' || (h % ${Math.ceil(total / 20)}) end as auth,
    case
      when n = ${Math.floor(total / 3)} then 'ClientDeleted.v1'
      when client = '${known.writingClient}' then (array['WriteRequested.v1', 'RecordWritten.v1'])[1 + h % 2]
      when h % 1000 < 30 then (array['CodeRefused.v1', 'LoginFailed.v1', 'WriteRejected.v1'])[1 + h % 3]
      else (array['TokensRefreshed.v1', 'WriteRequested.v1', 'RecordWritten.v1', 'CodeExchanged.v1', 'LoginCompleted.v1',
        'TokensRefreshed.v1', 'SessionRefreshed.v1'])[1 + (h / 1000) % 7] end as type,
    case when client <> '${known.writingClient}' and h % 1000 < 30 then
      case when n % 50000 < 30 then 'rare-reason' else (array['expired', 'access-denied', 'timeout'])[1 + h % 3] end end as reason,
    to_char(to_timestamp((${known.start} + (n::numeric * ${known.days * 86_400_000} / ${total}) + (h % 3) * 500) / 1000.0)
      at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from (
    select n, h,
      case when n % 97 = 0 then null when h % 100 < 15 then '${known.bot}' when n % 100000 = 5 then '${known.rareDid}'
        else 'did:plc:' || substr(md5((h % 20000)::text), 1, 24) end as did,
      case when n % 100001 = 7 then '${known.rareClient}' when h % 10 < 3 then '${known.busyClient}'
        when h % 10 < 6 then '${known.writingClient}' else 'client_' || (h % 40) end as client
    from (select n, abs(hashint8(n))::bigint as h from generate_series(${from}, ${to}) n) hashed
  ) people
) all_of_it order by n`;

/** Fills an empty log with a number of events of one month, without its function and triggers. */
export const fillLog = (total: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* fillEvents(total, chunk, (from, to) => events(from, to, total));
    yield* sql.unsafe("vacuum (analyze) tidemark.events");
  });
