import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { type SyncReport, SyncReports } from "../../src/domain/sync/stream/SyncReports.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const minute = 60_000;
const leaseOf = (fence: number) => ({ name: "sync", fence });

const reportOf = (address: string, changes: Partial<SyncReport> = {}): SyncReport => ({
  address,
  connected: true,
  since: noon - 90 * minute,
  lastEventAt: null,
  lastError: null,
  at: noon,
  events: 0,
  records: 0,
  collections: {},
  ...changes
});

const closed = { reason: "closed" as const, detail: "1001 going away", at: noon - 1 };

const found = (address: string) =>
  Effect.flatMap(SyncReports, ({ find }) => Effect.map(find(address), Option.getOrUndefined));

/** What is stored of the reports of the process that follows a source. */
export const syncReportsContract = <E>(name: string, layer: Layer.Layer<SyncReports, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`SyncReports contract: ${name}`, (it) => {
    it.effect("returns nothing about a source without a report", () =>
      Effect.gen(function* () {
        const { find } = yield* SyncReports;
        assert.deepStrictEqual(yield* find("wss://none.example.com"), Option.none());
      })
    );

    it.effect("returns the last report of each source", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const [first, second] = ["wss://first.example.com", "wss://second.example.com"];
        yield* report(leaseOf(1), reportOf(first, { lastEventAt: noon - 5, lastError: closed }));
        yield* report(leaseOf(1), reportOf(second));
        yield* report(leaseOf(1), reportOf(first, { connected: false, since: noon + 1, at: noon + 2 }));
        assert.deepStrictEqual(yield* found(first), {
          address: first,
          connected: false,
          since: noon + 1,
          lastEventAt: noon - 5,
          lastError: closed,
          at: noon + 2,
          minutes: [],
          collections: {}
        });
        assert.strictEqual((yield* found(second))?.connected, true);
      })
    );

    it.effect("returns the last change of each collection in use, whichever process saw it", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://collections.example.com";
        const [first, second, third] = ["dev.example.first", "dev.example.second", "dev.example.third"];
        yield* report(leaseOf(1), reportOf(address, { collections: { [first]: noon - 9, [second]: null } }));
        yield* report(
          leaseOf(2),
          reportOf(address, { collections: { [first]: null, [second]: noon - 1, [third]: null } })
        );
        assert.deepStrictEqual((yield* found(address))?.collections, {
          [first]: noon - 9,
          [second]: noon - 1,
          [third]: null
        });
        yield* report(leaseOf(2), reportOf(address, { collections: { [second]: null } }));
        assert.deepStrictEqual((yield* found(address))?.collections, { [second]: noon - 1 });
      })
    );

    it.effect("returns the text of a source as it was sent", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://control.example.com";
        const lastError = { ...closed, detail: "\0 \ud800 \u0007" };
        yield* report(leaseOf(1), reportOf(address, { lastError }));
        assert.deepStrictEqual((yield* found(address))?.lastError, lastError);
      })
    );

    it.effect("keeps the last event and the last error when another process takes over", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://takeover.example.com";
        yield* report(leaseOf(1), reportOf(address, { lastEventAt: noon - 7, lastError: closed }));
        yield* report(leaseOf(2), reportOf(address));
        const last = yield* found(address);
        assert.deepStrictEqual([last?.lastEventAt, last?.lastError], [noon - 7, closed]);
      })
    );

    it.effect("ignores a report of an earlier lease", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://fence.example.com";
        yield* report(leaseOf(2), reportOf(address, { connected: false, events: 1 }));
        yield* report(leaseOf(1), reportOf(address, { connected: true, events: 5, at: noon + 1 }));
        const last = yield* found(address);
        assert.deepStrictEqual([last?.connected, last?.at], [false, noon]);
        assert.deepStrictEqual(last?.minutes, [{ minute: noon, events: 1, records: 0 }]);
      })
    );

    it.effect("adds up the events of each minute, and leaves out minutes without events", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://minutes.example.com";
        const counts: ReadonlyArray<readonly [at: number, events: number, records: number]> = [
          [noon, 3, 1],
          [noon + minute - 1, 4, 2],
          [noon + minute, 0, 0],
          [noon + 2 * minute, 5, 0]
        ];
        for (const [at, events, records] of counts)
          yield* report(leaseOf(1), reportOf(address, { at, events, records }));
        assert.deepStrictEqual((yield* found(address))?.minutes, [
          { minute: noon, events: 7, records: 3 },
          { minute: noon + 2 * minute, events: 5, records: 0 }
        ]);
      })
    );

    it.effect("keeps the current minute and the 59 before it", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://history.example.com";
        yield* report(leaseOf(1), reportOf(address, { at: noon, events: 1 }));
        yield* report(leaseOf(1), reportOf(address, { at: noon + minute, events: 2 }));
        yield* report(leaseOf(1), reportOf(address, { at: noon + 60 * minute }));
        assert.deepStrictEqual((yield* found(address))?.minutes, [{ minute: noon + minute, events: 2, records: 0 }]);
      })
    );

    it.effect("adds the events of concurrent reports", () =>
      Effect.gen(function* () {
        const { report } = yield* SyncReports;
        const address = "wss://concurrent.example.com";
        const reports = Array.from({ length: 8 }, () => reportOf(address, { events: 2, records: 1 }));
        yield* Effect.forEach(reports, (each) => report(leaseOf(1), each), { concurrency: "unbounded" });
        assert.deepStrictEqual((yield* found(address))?.minutes, [{ minute: noon, events: 16, records: 8 }]);
      })
    );
  });
