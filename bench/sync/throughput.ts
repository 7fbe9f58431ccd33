import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type { Client } from "pg";
import { layer as postgresClient } from "../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as migrations } from "../../src/adapters/postgres/Migrations.ts";
import { layer as recordIndex } from "../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { median } from "../rounds/median.ts";
import { processorTime } from "../rounds/processUse.ts";
import type { Contender } from "./Contender.ts";
import { sampleLexicons } from "./sampleLexicons.ts";
import { startFloor } from "./startFloor.ts";
import { startService } from "./startService.ts";
import { type SourceKind, startSource } from "./startSource.ts";

/** How much is measured. */
export interface ThroughputOptions {
  /** The number of events of one round. */
  readonly events: number;
  readonly rounds: number;
}

/** One contender in one round. Processor times are in microseconds per event. */
interface Measured {
  readonly rate: number;
  readonly processor: number;
  readonly database: number;
}

/** Creates the tables of the service in a database, and nothing else. */
const createTables = (url: string) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(yield* sampleLexicons);
  }).pipe(
    Effect.provide(
      recordIndex().pipe(Layer.provide(Layer.provideMerge(migrations, postgresClient({ url: Redacted.make(url) }))))
    )
  );

const backendTime = async (client: Client, database: string): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend' and application_name <> 'bench'",
    [database]
  );
  const times = await Promise.all(rows.map(({ pid }) => processorTime(pid)));
  return times.reduce((total, time) => total + time, 0);
};

const measure = async (contender: Contender, client: Client, upTo: number, events: number): Promise<Measured> => {
  const use = async () => [await processorTime(contender.pid), await backendTime(client, contender.database)] as const;
  const [processBefore, databaseBefore] = await use();
  const start = performance.now();
  await contender.storeUpTo(upTo);
  const seconds = (performance.now() - start) / 1_000;
  const [process, database] = await use();
  return {
    rate: events / seconds,
    processor: (process - processBefore) / events,
    database: (database - databaseBefore) / events
  };
};

const line = (kind: SourceKind, name: string, of: ReadonlyArray<Measured>, floor: ReadonlyArray<Measured>): string => {
  const ratio = median(of.map(({ rate }, at) => rate / (floor[at]?.rate ?? rate)));
  const cells = [
    Math.round(median(of.map(({ rate }) => rate))).toLocaleString("en"),
    ratio.toFixed(2),
    median(of.map(({ processor }) => processor)).toFixed(0),
    median(of.map(({ database }) => database)).toFixed(0)
  ];
  return `| ${kind} | ${name} | ${cells.join(" | ")} |`;
};

/**
 * Measures how many events per second the service stores from a source, alternated with a floor that only parses and
 * inserts. The first round is a warm-up.
 */
export const throughput = (kind: SourceKind, { events, rounds }: ThroughputOptions, urls: readonly [string, string]) =>
  Effect.gen(function* () {
    const source = yield* startSource(kind, (rounds + 1) * events);
    yield* createTables(urls[1]);
    const { contender: service, database } = yield* startService(source, urls[0]);
    const floor = yield* startFloor(source, urls[1]);
    const measured: Array<readonly [service: Measured, floor: Measured]> = [];
    for (let round = 0; round <= rounds; round += 1) {
      const one = (contender: Contender) =>
        Effect.promise(() => measure(contender, database, (round + 1) * events, events));
      if (round % 2 === 0) measured.push([yield* one(service), yield* one(floor)]);
      else {
        const first = yield* one(floor);
        measured.push([yield* one(service), first]);
      }
      yield* Console.log(`${kind}, round ${round}: ${JSON.stringify(measured.at(-1))}`);
    }
    const counted = measured.slice(1);
    const [services, floors] = [counted.map(([first]) => first), counted.map(([, second]) => second)];
    return [line(kind, "service", services, floors), line(kind, "floor", floors, floors)];
  }).pipe(Effect.scoped);

/** The head of the table of `throughput`. */
export const throughputHead = `| source | | events/s | of the floor | process µs/event | PostgreSQL µs/event |
| --- | --- | --- | --- | --- | --- |`;
