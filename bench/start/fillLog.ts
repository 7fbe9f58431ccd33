import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import samples from "../../test/domain/event/samples.json" with { type: "json" };
import { fillEvents } from "../fillEvents.ts";

const chunk = 20_000;

const frequent = ["WriteRequested.v1", "RecordWritten.v1", "TokensRefreshed.v1", "SessionRefreshed.v1"] as const;

/** One event in 100 registers or changes a client, one in 200 ends an authorization; the others are writes and refreshes. */
const events = (from: number, to: number) => `
insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id, client_id,
  authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash)
select n, stream, version, gen_random_uuid(), type, at, at, 'client', client, client, 'auth_' || n % 5000,
  'did:plc:' || substr(md5((n % 20000)::text), 1, 24), md5(n::text)::uuid::text, null, 'auth_' || n % 5000, 'success', null, data,
  encode(sha256(n::text::bytea), 'base64')
from (
  select n, client, '2026-02-01T00:00:00.000Z' as at,
    case when n % 200 = 0 then 'client-' || client when n % 200 = 100 then 'client-' || client
      when n % 200 = 50 then 'authorization-auth_' || n else 'write-' || n end as stream,
    case when n % 200 = 100 then 2 else 1 end as version,
    case when n % 200 = 0 then 'ClientRegistered.v2' when n % 200 = 100 then 'ClientUpdated.v2'
      when n % 200 = 50 then 'AuthorizationEnded.v1'
      else (array[${frequent.map((type) => `'${type}'`).join(", ")}])[1 + n % ${frequent.length}] end as type,
    case when n % 200 = 0 then json_build_object('clientId', client, 'type', 'public', 'tokenEndpointAuthMethod', 'none', 'secret', null,
        'origin', 'operator', 'name', 'App ' || n, 'redirectUris', json_build_array('https://app.example/' || n), 'scope', 'atproto transition:generic',
        'grantTypes', json_build_array('authorization_code', 'refresh_token'), 'jwks', null, 'jwksUri', null, 'dpopBoundAccessTokens', true,
        'requirePushedAuthorizationRequests', false, 'registrationTokenHash', null, 'address', null, 'registeredAt', 1769900000000)
      when n % 200 = 100 then json_build_object('clientId', client, 'name', 'App ' || n, 'redirectUris', json_build_array('https://app.example/' || n),
        'scope', 'atproto transition:generic', 'grantTypes', json_build_array('authorization_code', 'refresh_token'), 'jwks', null,
        'jwksUri', null, 'dpopBoundAccessTokens', true, 'requirePushedAuthorizationRequests', false, 'registrationTokenHash', null, 'address', null)
      when n % 200 = 50 then json_build_object('authorizationId', 'auth_' || n, 'reason', 'revoked-by-user')
      else (array[${frequent.map((type) => `'${JSON.stringify(samples[type])}'::json`).join(", ")}])[1 + n % ${frequent.length}] end as data
  from (select n, 'client_' || substr(md5((n / 200)::text), 1, 22) as client from generate_series(${from}, ${to}) n) numbered
) described order by n`;

/** Fills an empty log with a number of events, without its function and triggers. */
export const fillLog = (total: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* fillEvents(total, chunk, events);
    // Otherwise, the first start would catch up the activity counts of the history at the same time.
    yield* sql`update tidemark.audit_progress set position = ${total}`;
    yield* sql.unsafe("analyze tidemark.events");
  });
