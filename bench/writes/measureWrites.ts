import { setTimeout } from "node:timers/promises";
import { median } from "../rounds/median.ts";
import { percentile } from "../rounds/percentile.ts";
import { processorTime, processTimes, timeBetween } from "../rounds/processUse.ts";
import type { WritingService } from "./WritingService.ts";

const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri cid text indexedAt } }";

/** How records are created: by how many users at the same time, and whether with an `Idempotency-Key`. */
export interface Way {
  readonly title: string;
  readonly users: number;
  readonly isKeyed: boolean;
}

/** One round: times in milliseconds, processor time of each write in microseconds. */
export interface WritesRound {
  readonly writes: number;
  readonly rate: number;
  readonly pdsP50: number;
  /** What is left of a write without the time of the PDS. */
  readonly ownP50: number;
  readonly ownP95: number;
  readonly ownShare: number;
  readonly processor: number;
  readonly database: number;
}

interface Times {
  readonly total: number;
  readonly pds: number;
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0);

const writeUntil = async (service: WritingService, user: number, way: Way, until: number): Promise<Array<Times>> => {
  const { app, tokens } = service.writers[user] ?? {};
  const measured: Array<Times> = [];
  if (app === undefined || tokens === undefined) return measured;
  while (performance.now() < until) {
    // The text identifies the write at the PDS.
    const text = `${user} ${performance.now()}`;
    const start = performance.now();
    const { errors } = await app.graphql(create, { text }, tokens, way.isKeyed ? { "idempotency-key": text } : {});
    const total = performance.now() - start;
    if (errors !== undefined) throw new Error(`A write failed: ${JSON.stringify(errors)}`);
    measured.push({ total, pds: service.takeTimeOfPds(text) });
  }
  return measured;
};

/** The processor time that a service uses in a second without requests, in microseconds: its background jobs. */
export const measureIdle = async ({ pid }: WritingService, seconds: number): Promise<number> => {
  const before = await processorTime(pid);
  const start = performance.now();
  await setTimeout(seconds * 1_000);
  return ((await processorTime(pid)) - before) / ((performance.now() - start) / 1_000);
};

/**
 * Creates records for some seconds, each user one after the other. `idle` is the processor time that the service uses in a
 * second without requests; few writes per second would otherwise appear to cost what the background jobs do.
 */
export const measureWrites = async (
  service: WritingService,
  way: Way,
  seconds: number,
  postmaster: number,
  idle = 0
): Promise<WritesRound> => {
  const [processor, database] = await Promise.all([processorTime(service.pid), processTimes(postmaster)]);
  const start = performance.now();
  const users = Array.from({ length: way.users }, (_, user) => user);
  const all = (await Promise.all(users.map((user) => writeUntil(service, user, way, start + seconds * 1_000)))).flat();
  const elapsed = (performance.now() - start) / 1_000;
  const [processorAfter, databaseAfter] = await Promise.all([processorTime(service.pid), processTimes(postmaster)]);
  const own = all.map(({ pds, total }) => total - pds);
  return {
    writes: all.length,
    rate: all.length / elapsed,
    pdsP50: median(all.map(({ pds }) => pds)),
    ownP50: median(own),
    ownP95: percentile(own, 0.95),
    ownShare: sum(own) / sum(all.map(({ total }) => total)),
    processor: (processorAfter - processor - idle * elapsed) / all.length,
    database: timeBetween(database, databaseAfter) / all.length
  };
};
