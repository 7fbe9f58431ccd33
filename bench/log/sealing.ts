import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { sealNext } from "../../src/application/transparency/sealNext.ts";
import { sealPeriodically } from "../../src/application/transparency/sealPeriodically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Leases } from "../../src/domain/lease/Leases.ts";
import { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { type Appended, type Appends, appendFor } from "./appending.ts";
import { median, whole } from "./statistics.ts";

const free = Effect.flatMap(Leases, ({ acquire }) =>
  Effect.flatMap(acquire("seal log", 600_000), (lease) => lease)
).pipe(Effect.retry(Schedule.spaced("100 millis")));

/** Seals everything that there is, and returns the number of events. */
export const sealRest = Effect.acquireUseRelease(
  free,
  (lease) =>
    Effect.iterate(
      { total: 0, more: true },
      {
        while: ({ more }) => more,
        body: ({ total }) =>
          Effect.map(sealNext(lease), (next) => ({
            total: total + Option.match(next, { onNone: () => 0, onSome: ({ added }) => added }),
            more: Option.isSome(next)
          }))
      }
    ),
  (lease) => Effect.flatMap(Leases, ({ release }) => Effect.ignore(release(lease)))
).pipe(Effect.map(({ total }) => total));

/** Appends with the sealer in the same process and without it, one after the other. */
export interface Pair {
  readonly beside: Appended;
  readonly alone: Appended;
}

/** Returns the medians of rounds, and the medians of the ratios within each. */
export const describePairs = (pairs: ReadonlyArray<Pair>): string => {
  const of = (what: keyof Appended) => {
    const ratios = pairs.map(({ alone, beside }) => beside[what] / alone[what]);
    const [beside, alone] = [pairs.map((pair) => pair.beside[what]), pairs.map((pair) => pair.alone[what])];
    return (
      `${whole(median(beside))} with the sealer, ${whole(median(alone))} without, ratio ${median(ratios).toFixed(3)} ` +
      `(${ratios.map((ratio) => ratio.toFixed(3)).join(", ")})`
    );
  };
  return `per second ${of("rate")}; processor µs each ${of("processor")}`;
};

const sizeOf = Effect.flatMap(SealedTree, ({ latest }) =>
  Effect.map(latest, (found) => Option.match(found, { onNone: () => 0, onSome: ({ size }) => size }))
);

/** Seconds from the record of an event to the checkpoint that covers it, over the events of a range. */
const lags = (after: number, upTo: number) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ p50: number; p99: number; longest: number }>`
      with seals as (
        select size, sealed_at, lag(size, 1, 0::bigint) over (order by size) as before from tidemark.log_checkpoints)
      select percentile_cont(0.5) within group (order by seconds) as p50,
        percentile_cont(0.99) within group (order by seconds) as p99, max(seconds)::float8 as longest
      from (
        select extract(epoch from s.sealed_at::timestamptz - e.recorded_at::timestamptz)::float8 as seconds
        from seals s join tidemark.events e on e.position > s.before and e.position <= s.size
        where e.position > ${after} and e.position <= ${upTo}) as each`
  );

/** A round of appends, with or without the sealer in the same process. What is left is sealed before the next round. */
const round = (producers: number, seconds: number) => (isSealing: boolean) =>
  Effect.gen(function* () {
    yield* sealRest;
    const before = yield* sizeOf;
    const appends = appendFor(producers, seconds);
    if (!isSealing) return { appended: yield* appends, unsealed: 0, before, head: before, isSealing };
    const appended = yield* Effect.raceFirst(appends, sealPeriodically);
    const head = yield* (yield* EventLog).head;
    const unsealed = head - (yield* sizeOf);
    return { appended, unsealed, before, head, isSealing };
  });

/** Measures appends with and without the sealer in alternating rounds, its lag, and what it leaves. */
export const measureSealing = Effect.fnUntraced(function* ({ producers, rounds, seconds }: Appends) {
  const run = round(producers, seconds);
  yield* run(true);
  yield* run(false);
  const pairs: Array<Pair> = [];
  const unsealed: Array<number> = [];
  const found: Array<{ readonly p50: number; readonly p99: number; readonly longest: number }> = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const [first, second] = turn % 2 === 0 ? [true, false] : [false, true];
    const both = [yield* run(first), yield* run(second)];
    const beside = both.find(({ isSealing }) => isSealing);
    const alone = both.find(({ isSealing }) => !isSealing);
    if (beside === undefined || alone === undefined) continue;
    pairs.push({ beside: beside.appended, alone: alone.appended });
    unsealed.push(beside.unsealed);
    yield* sealRest;
    found.push(...(yield* lags(beside.before, beside.head)).slice(0, 1));
  }
  yield* Console.log(
    [
      `${producers} producers, ${rounds} rounds of ${seconds} s in turns`,
      describePairs(pairs),
      `not sealed at the end of a round: ${unsealed.map(whole).join(", ")} events`,
      `seal lag: p50 ${median(found.map(({ p50 }) => p50)).toFixed(2)} s, p99 ${median(found.map(({ p99 }) => p99)).toFixed(2)} s, ` +
        `longest ${Math.max(...found.map(({ longest }) => longest)).toFixed(2)} s`
    ].join("\n")
  );
});
