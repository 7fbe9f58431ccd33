import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { sealPeriodically } from "../../src/application/transparency/sealPeriodically.ts";
import { fillEvents } from "../fillEvents.ts";
import { type Appends, appendFor } from "./appending.ts";
import { describePairs, type Pair, sealRest } from "./sealing.ts";
import { whole } from "./statistics.ts";

/** Events as an older version left them. The sealer reads leaf hashes only, so that these are of something else. */
const insert = (from: number, to: number): string => `
insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, outcome, data, leaf_hash)
select n, 'session-' || n, 1, gen_random_uuid(), 'SessionRefreshStarted.v1', '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z', 'system', 'success', json_build_object('sessionId', n, 'fence', 1),
  rtrim(translate(encode(sha256(n::text::bytea), 'base64'), '+/', '-_'), '=')
from generate_series(${from}, ${to}) as n`;

/** Appends with and without the sealer in alternating rounds, with a backlog all the time; returns both of each. */
const compareBeside = Effect.fnUntraced(function* (producers: number, seconds: number, rounds: number) {
  const alone = appendFor(producers, seconds);
  const beside = Effect.raceFirst(alone, sealPeriodically);
  yield* Effect.zipRight(beside, alone);
  const pairs: Array<Pair> = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const first = yield* turn % 2 === 0 ? beside : alone;
    const second = yield* turn % 2 === 0 ? alone : beside;
    pairs.push(turn % 2 === 0 ? { beside: first, alone: second } : { beside: second, alone: first });
  }
  return pairs;
});

/** Measures how long the backlog of an upgrade takes, and how much memory. */
export const measureBacklog = Effect.fnUntraced(function* (events: number, { producers, rounds, seconds }: Appends) {
  yield* fillEvents(events, 50_000, insert);
  yield* Effect.flatMap(SqlClient, (sql) => sql`analyze tidemark.events`);
  const pairs = yield* compareBeside(producers, seconds, rounds);
  yield* Console.log(`appends while a backlog is sealed: ${describePairs(pairs)}`);
  let peak = process.memoryUsage().rss;
  const atFirst = peak;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const started = performance.now();
  const sealed = yield* sealRest;
  const took = (performance.now() - started) / 1_000;
  clearInterval(watch);
  yield* Console.log(
    `backlog: ${whole(sealed)} events in ${took.toFixed(1)} s, ${whole(sealed / took)} per second, ` +
      `memory ${whole(atFirst / 2 ** 20)} to ${whole(peak / 2 ** 20)} MiB at most`
  );
});
