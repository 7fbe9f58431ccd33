import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Client } from "pg";
import type { Load } from "../reads/Load.ts";
import { loadByNode } from "../reads/loadByNode.ts";
import { median } from "../rounds/median.ts";
import { authorAt } from "./sampleRecords.ts";
import { startService } from "./startService.ts";
import { startSource } from "./startSource.ts";

/** How much is measured. */
export interface ReadsOptions {
  readonly rounds: number;
  readonly seconds: number;
}

/** The events that arrive each second while others read. */
const perSecond = 1_000;

/** The events that are stored before. */
const before = 40_000;

const query = `query ($did: String) {
  appBskyFeedPost(first: 20, where: {did: {eq: $did}}) { edges { node { uri cid text createdAt indexedAt } } }
}`;

const bodies = Array.from({ length: 1_999 }, (_, at) =>
  JSON.stringify({ query, variables: { did: authorAt(at * 7_919) } })
);

/** Waits until the records were validated against the Lexicons, which a service does once after it starts. */
const untilValidated = async (database: Client): Promise<void> => {
  for (;;) {
    const { rows } = await database.query<{ isDone: boolean }>(
      'select is_done as "isDone" from tidemark.record_validations'
    );
    if (rows.length > 0 && rows.every(({ isDone }) => isDone)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Measures reads per second while events arrive, alternated with rounds in which none do. */
export const readsBeside = ({ rounds, seconds }: ReadsOptions, databaseUrl: string) =>
  Effect.gen(function* () {
    const source = yield* startSource("jetstream", before + (rounds + 1) * perSecond * seconds);
    const { contender, database, path, server } = yield* startService(source, databaseUrl);
    yield* Effect.promise(() => contender.storeUpTo(before));
    yield* Effect.promise(() => untilValidated(database));
    const url = server.url;
    let released = before;
    const quiet = () => loadByNode(url, bodies, seconds);
    const busy = async (): Promise<Load> => {
      const upTo = released + perSecond * seconds;
      source.release(path, upTo, perSecond);
      const load = await loadByNode(url, bodies, seconds);
      released = upTo;
      await contender.storeUpTo(upTo);
      return load;
    };
    yield* Effect.promise(quiet);
    yield* Effect.promise(busy);
    const ratios: Array<number> = [];
    const loads: Array<readonly [quiet: Load, busy: Load]> = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? yield* Effect.promise(quiet) : null;
      const during = yield* Effect.promise(busy);
      const without = first ?? (yield* Effect.promise(quiet));
      loads.push([without, during]);
      ratios.push(during.requests / during.seconds / (without.requests / without.seconds));
    }
    const of = (read: (load: Load) => number, at: 0 | 1) => median(loads.map((pair) => read(pair[at]))).toFixed(0);
    const rate = ({ requests, seconds: took }: Load) => requests / took;
    yield* Console.log(
      `reads: ${of(rate, 0)}/s (p99 ${of(({ p99 }) => p99, 0)} ms) without events, ${of(rate, 1)}/s (p99 ${of(({ p99 }) => p99, 1)} ms) while ${perSecond} events/s arrive: ${median(ratios).toFixed(2)}; ${loads.flat().reduce((sum, { failed }) => sum + failed, 0)} failed`
    );
  }).pipe(Effect.scoped);
