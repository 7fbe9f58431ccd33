import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import * as MemoryStore from "../../../src/adapters/memory/MemoryStore.ts";
import * as ProcessReportsMemory from "../../../src/adapters/memory/stores/ProcessReportsMemory.ts";
import { HealthCounters, ProcessCounters } from "../../../src/application/health/HealthCounters.ts";
import { reportPeriodically, reportProcess } from "../../../src/application/health/reportProcess.ts";
import { ThisProcess } from "../../../src/application/health/ThisProcess.ts";
import { sumRequests } from "../../../src/domain/health/HealthMinute.ts";
import { ProcessReports } from "../../../src/domain/health/ProcessReports.ts";
import { StorageUnavailable } from "../../../src/domain/storage/StorageUnavailable.ts";

const identity = { id: "one", version: "0.1.0", host: "host", pid: 1, startedAt: 0, settings: {} };

const gauges = {
  memoryBytes: 1,
  processorShare: 0,
  eventLoopDelay: 0,
  sockets: 0,
  streams: 0,
  operations: 0,
  jobDeaths: {},
  replicasLeftOut: {}
};

const processOne = Layer.succeed(ThisProcess, { identity, measure: Effect.succeed(gauges) });

const context = Layer.mergeAll(
  processOne,
  Layer.sync(HealthCounters, () => new ProcessCounters()),
  Layer.provide(ProcessReportsMemory.layer, MemoryStore.layer)
);

const okSum = Effect.map(
  Effect.flatMap(ProcessReports, ({ list }) => list),
  ([report]) => sumRequests(report?.minutes ?? []).get("token")?.ok
);

it.effect("reports every 15 seconds, and at the end that the process has ended", () =>
  Effect.gen(function* () {
    const { list } = yield* ProcessReports;
    const states = Effect.map(list, (all) => all.map(({ at, state }) => [at, state.stopped]));
    const running = yield* Effect.fork(reportPeriodically);
    yield* TestClock.adjust("1 second");
    assert.deepStrictEqual(yield* states, [[0, false]]);
    yield* TestClock.adjust("20 seconds");
    const [[at = 0] = []] = yield* states;
    assert.isAtLeast(Number(at), 12_000);
    yield* Fiber.interrupt(running);
    assert.deepStrictEqual(yield* states, [[21_000, true]]);
  }).pipe(Effect.provide(context))
);

it.effect("counts every request once, across minutes and reports that failed", () =>
  Effect.gen(function* () {
    const counters = yield* HealthCounters;
    const { list, report } = yield* ProcessReports;
    const isAvailable = yield* Ref.make(true);
    const unreliable = ProcessReports.of({
      list,
      report: (given) =>
        Effect.if(isAvailable, {
          onTrue: () => report(given),
          onFalse: () =>
            Effect.fail(new StorageUnavailable({ store: "process-reports", reason: "unreachable", cause: null }))
        })
    });
    const turn = Effect.ignore(Effect.provideService(reportProcess, ProcessReports, unreliable));
    for (const available of [true, false, true, false, false, true]) {
      yield* TestClock.adjust("40 seconds");
      counters.countRequest("token", "ok", 1, yield* Effect.clockWith((clock) => clock.currentTimeMillis));
      yield* Ref.set(isAvailable, available);
      yield* turn;
    }
    assert.strictEqual(yield* okSum, 6);
  }).pipe(Effect.provide(context))
);
