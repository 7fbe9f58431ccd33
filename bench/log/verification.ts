import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { verifyLog } from "../../src/application/verify/verifyLog.ts";
import { fillEvents } from "../fillEvents.ts";
import { sealRest } from "./sealing.ts";
import { whole } from "./statistics.ts";

/** Events of about 700 bytes with their leaf hashes. Their canonical JSON is written out, so that the server can hash it. */
const insert = (from: number, to: number): string => `
insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, outcome, data, leaf_hash)
select n, stream, 1, id, 'SessionRefreshStarted.v1', at, at, 'system', 'success', data::json,
  rtrim(translate(encode(sha256('\\x00'::bytea || convert_to(
    '{"actor":{"id":null,"type":"system"},"authorizationId":null,"causationId":null,"clientId":null,"correlationId":null,"data":'
    || data || ',"id":"' || id || '","occurredAt":"' || at || '","outcome":"success","reason":null,"recordedAt":"' || at
    || '","requestId":null,"stream":"' || stream
    || '","subjectDid":null,"type":"SessionRefreshStarted.v1","version":1}', 'UTF8')), 'base64'), '+/', '-_'), '=')
from (
  select n, 'session-' || n as stream, md5(n::text)::uuid as id, '2026-01-01T00:00:00.000Z' as at,
    '{"detail":"' || repeat('detail ', 30) || '","fence":1,"sessionId":"' || n || '"}' as data
  from generate_series(${from}, ${to}) as n) as e`;

/** Measures the verification of a complete log, apart from its stored projections, and the memory that it takes. */
export const measureVerification = Effect.fnUntraced(function* (events: number) {
  const sql = yield* SqlClient;
  yield* fillEvents(events, 50_000, insert);
  yield* sql`analyze tidemark.events`;
  yield* sealRest;
  let most = 0;
  const began = performance.now();
  const report = yield* verifyLog({
    keys: [],
    older: [],
    requiresArchives: false,
    skewMs: 300_000,
    progress: () =>
      Effect.sync(() => {
        most = Math.max(most, process.memoryUsage().rss);
      })
  });
  const seconds = (performance.now() - began) / 1000;
  yield* Console.log(
    `verify: ${whole(report.checked)} events in ${seconds.toFixed(1)} s, ${whole(report.checked / seconds)} per second, ${
      report.firstBad === null ? "everything holds" : JSON.stringify(report.firstBad)
    }, memory ${whole(most / 1_048_576)} MiB at most\n`
  );
});
