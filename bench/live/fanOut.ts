import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Load } from "../reads/Load.ts";
import { loadByNode } from "../reads/loadByNode.ts";
import { median } from "../rounds/median.ts";
import { percentile } from "../rounds/percentile.ts";
import { processorTime, residentMemory } from "../rounds/processUse.ts";
import { authorAt } from "../sync/sampleRecords.ts";
import { startService } from "../sync/startService.ts";
import { startStatuses } from "./startStatuses.ts";
import { startSubscribers } from "./startSubscribers.ts";

/** How much is measured. */
export interface FanOutOptions {
  readonly sockets: number;
  readonly perSecond: number;
  /** Of each round. */
  readonly seconds: number;
  readonly rounds: number;
}

const document = `subscription { xyzStatusphereStatusCreated { uri status createdAt } }`;

const query = `query ($did: String) {
  xyzStatusphereStatus(first: 20, where: {did: {eq: $did}}) { edges { node { uri cid status createdAt } } }
}`;
const bodies = Array.from({ length: 1_999 }, (_, at) =>
  JSON.stringify({ query, variables: { did: authorAt(at * 7_919) } })
);

const rate = ({ requests, seconds }: Load): number => requests / seconds;

/** Measures how soon the last of many subscribers receives an event, what a socket costs, and what is left for reads. */
export const fanOut = ({ perSecond, rounds, seconds, sockets }: FanOutOptions, databaseUrl: string) =>
  Effect.gen(function* () {
    const source = yield* startStatuses("now");
    const { contender, path, server } = yield* startService(source, databaseUrl);
    const port = Number(new URL(server.url).port);
    const subscribers = yield* startSubscribers;
    const ofRound = perSecond * seconds;
    let released = 1_000;
    yield* Effect.promise(() => contender.storeUpTo(released));
    const before = yield* Effect.promise(() => residentMemory(contender.pid));
    yield* Effect.promise(() => subscribers.open(port, document, sockets));
    yield* Effect.sleep("5 seconds");
    const after = yield* Effect.promise(() => residentMemory(contender.pid));
    yield* Console.log(
      `${sockets} sockets with a subscription: ${((after - before) / sockets / 1_000).toFixed(1)} kB each (${(before / 1e6).toFixed(0)} -> ${(after / 1e6).toFixed(0)} MB resident)`
    );
    const release = async (): Promise<ReadonlyArray<number>> => {
      released += ofRound;
      source.release(path, released, perSecond);
      return subscribers.expect(ofRound);
    };
    yield* Effect.promise(release);
    for (let round = 0; round < rounds; round += 1) {
      const start = yield* Effect.promise(() => processorTime(contender.pid));
      const latencies = yield* Effect.promise(release);
      const used = (yield* Effect.promise(() => processorTime(contender.pid))) - start;
      yield* Console.log(
        `${perSecond} events/s to ${sockets} subscribers, event to last subscriber: p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms; ${(used / seconds / 10_000).toFixed(0)}% of a processor`
      );
    }
    const ratios: Array<number> = [];
    const quiet = () => loadByNode(server.url, bodies, seconds);
    yield* Effect.promise(quiet);
    for (let round = 0; round < rounds; round += 1) {
      const without = yield* Effect.promise(quiet);
      const [during, latencies] = yield* Effect.promise(() => Promise.all([quiet(), release()]));
      ratios.push(rate(during) / rate(without));
      yield* Console.log(
        `reads of others: ${rate(without).toFixed(0)}/s without events, ${rate(during).toFixed(0)}/s while they are sent (last subscriber p99 ${percentile(latencies, 0.99).toFixed(0)} ms)`
      );
    }
    yield* Console.log(`reads of others keep ${median(ratios).toFixed(2)} of their rate (median of ${rounds} rounds)`);
    const end = yield* Effect.promise(() => residentMemory(contender.pid));
    yield* Console.log(`resident at the end: ${(end / 1e6).toFixed(0)} MB`);
  }).pipe(Effect.scoped);
