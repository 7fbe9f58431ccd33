import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import type { HealthMinute } from "../../src/domain/health/HealthMinute.ts";
import { type ProcessReport, ProcessReports, type ProcessState } from "../../src/domain/health/ProcessReports.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const minute = 60_000;

const stateOf = (id: string, changes: Partial<ProcessState> = {}): ProcessState => ({
  id,
  version: "0.1.0",
  host: "one.example.com",
  pid: 42,
  startedAt: noon - minute,
  settings: { PORT: "8080" },
  memoryBytes: 100_000_000,
  processorShare: 0.25,
  eventLoopDelay: 1.5,
  sockets: 1,
  streams: 2,
  operations: 3,
  jobDeaths: {},
  replicasLeftOut: {},
  stopped: false,
  ...changes
});

const minuteOf = (at: number, ok: number): HealthMinute => ({
  minute: at,
  requests: { token: { ok, refused: 1, failed: 0, aborted: 0, latencies: [0, 0, ok] } },
  servers: {
    "pds.example.com": { calls: 2, failures: { timeout: 1 }, lastFailure: { reason: "timeout", at: at + 5 } }
  }
});

const reportOf = (id: string, changes: Partial<ProcessReport> = {}): ProcessReport => ({
  state: stateOf(id),
  at: noon,
  minutes: [],
  ...changes
});

const found = (...ids: ReadonlyArray<string>) =>
  Effect.flatMap(ProcessReports, ({ list }) =>
    Effect.map(list, (all) => all.filter(({ state }) => ids.includes(state.id)))
  );

/** What the processes of the instance report about themselves. */
export const processReportsContract = <E>(name: string, layer: Layer.Layer<ProcessReports, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`ProcessReports contract: ${name}`, (it) => {
    it.effect("returns the last report of each process, in the order in which they started", () =>
      Effect.gen(function* () {
        const { report } = yield* ProcessReports;
        const [first, second] = [randomUUID(), randomUUID()];
        const later = reportOf(second, { state: stateOf(second, { startedAt: noon }) });
        yield* report(later);
        yield* report(reportOf(first));
        const last = reportOf(first, { at: noon + 15_000, state: stateOf(first, { stopped: true }) });
        yield* report(last);
        assert.deepStrictEqual(yield* found(first, second), [last, later]);
      })
    );

    it.effect("replaces the minutes that a report has, and keeps the others in order", () =>
      Effect.gen(function* () {
        const { report } = yield* ProcessReports;
        const id = randomUUID();
        yield* report(reportOf(id, { minutes: [minuteOf(noon, 1), minuteOf(noon - minute, 7)] }));
        yield* report(reportOf(id, { minutes: [minuteOf(noon, 2)] }));
        const [last] = yield* found(id);
        assert.deepStrictEqual(last?.minutes, [minuteOf(noon - minute, 7), minuteOf(noon, 2)]);
      })
    );

    it.effect("keeps an hour, of every process", () =>
      Effect.gen(function* () {
        const { report } = yield* ProcessReports;
        const [id, other] = [randomUUID(), randomUUID()];
        const minutes = [minuteOf(noon - 60 * minute, 1), minuteOf(noon - 59 * minute, 2)];
        yield* report(reportOf(other, { minutes }));
        yield* report(reportOf(id, { minutes }));
        const kept = (all: ReadonlyArray<ProcessReport>) => all.map((each) => each.minutes.map((one) => one.minute));
        assert.deepStrictEqual(kept(yield* found(id)), [[noon - 59 * minute]]);
        yield* report(reportOf(id, { at: noon + minute }));
        assert.deepStrictEqual(kept(yield* found(other)), [[]]);
      })
    );

    it.effect("removes the processes that have not reported for an hour", () =>
      Effect.gen(function* () {
        const { report } = yield* ProcessReports;
        const [old, recent, id] = [randomUUID(), randomUUID(), randomUUID()];
        yield* report(reportOf(old, { at: noon - 60 * minute }));
        yield* report(reportOf(recent, { at: noon - 59 * minute }));
        yield* report(reportOf(id));
        const left = yield* found(old, recent, id);
        assert.deepStrictEqual(left.map(({ state }) => state.id).toSorted(), [recent, id].toSorted());
      })
    );

    it.effect("stores the reports of processes that report at once", () =>
      Effect.gen(function* () {
        const { report } = yield* ProcessReports;
        const ids = Array.from({ length: 8 }, () => randomUUID());
        const minutes = [minuteOf(noon - 61 * minute, 1), minuteOf(noon, 1)];
        yield* Effect.forEach([...ids, ...ids], (id) => report(reportOf(id, { minutes })), {
          concurrency: "unbounded",
          discard: true
        });
        assert.lengthOf(yield* found(...ids), 8);
      })
    );
  });
