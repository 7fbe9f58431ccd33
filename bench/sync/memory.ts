import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { residentMemory } from "../rounds/processUse.ts";
import { startService } from "./startService.ts";
import { startSource } from "./startSource.ts";

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** The number of parts after each of which the memory is printed. */
const parts = 10;

/** Measures the resident memory of the service while a number of events of a Jetstream pass. */
export const memory = (events: number, databaseUrl: string) =>
  Effect.gen(function* () {
    const source = yield* startSource("jetstream", events);
    const { contender } = yield* startService(source, databaseUrl);
    let most = 0;
    const read = async () => {
      most = Math.max(most, await residentMemory(contender.pid));
    };
    const timer = setInterval(() => void read(), 100);
    yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)));
    yield* Console.log(`before: ${megabytes(yield* Effect.promise(() => residentMemory(contender.pid)))}`);
    for (let part = 1; part <= parts; part += 1) {
      most = 0;
      const start = performance.now();
      yield* Effect.promise(() => contender.storeUpTo(Math.round((events * part) / parts)));
      const rate = Math.round(events / parts / ((performance.now() - start) / 1_000));
      yield* Console.log(
        `${((events * part) / parts).toLocaleString("en")} events: up to ${megabytes(most)}, ${rate.toLocaleString("en")} events/s`
      );
    }
  }).pipe(Effect.scoped);
