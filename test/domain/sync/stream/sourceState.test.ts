import { assert, describe, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import type { StoredSyncReport } from "../../../../src/domain/sync/stream/SyncReports.ts";
import { eventsPerSecond, everyMinute } from "../../../../src/domain/sync/stream/sourceHistory.ts";
import { reportTimeout, SourceState, sourceState } from "../../../../src/domain/sync/stream/sourceState.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const minute = 60_000;

const reported = (changes: Partial<StoredSyncReport> = {}): Option.Option<StoredSyncReport> =>
  Option.some({
    address: "wss://relay.example.com",
    connected: true,
    since: noon - 60_000,
    lastEventAt: noon - 20_000,
    lastError: null,
    at: noon - 500,
    minutes: [],
    collections: {},
    ...changes
  });

describe("the state of a source", () => {
  it.each<[string, Option.Option<StoredSyncReport>, SourceState]>([
    ["nothing was ever reported", Option.none(), SourceState.Unattended({ since: null })],
    [
      "it is connected and sends events",
      reported(),
      SourceState.Connected({ since: noon - 60_000, silentSince: noon - 20_000 })
    ],
    [
      "it is connected and has sent nothing yet",
      reported({ lastEventAt: null }),
      SourceState.Connected({ since: noon - 60_000, silentSince: noon - 60_000 })
    ],
    [
      "its last event came over an earlier connection",
      reported({ lastEventAt: noon - 90_000 }),
      SourceState.Connected({ since: noon - 60_000, silentSince: noon - 60_000 })
    ],
    ["the connection was lost", reported({ connected: false }), SourceState.Disconnected({ since: noon - 60_000 })],
    [
      "the process that followed it has stopped",
      reported({ at: noon - reportTimeout - 1 }),
      SourceState.Unattended({ since: noon - reportTimeout - 1 })
    ]
  ])("is told when %s", (_, report, expected) => {
    assert.deepStrictEqual(sourceState(report, noon), expected);
  });
});

describe("the history of a source", () => {
  it("has 60 minutes up to the current one, and shows those without events", () => {
    const shown = everyMinute([{ minute: noon - minute, events: 5, records: 2 }], noon + 30_000);
    assert.strictEqual(shown.length, 60);
    assert.deepStrictEqual(shown.at(-1), { minute: noon, events: 0, records: 0 });
    assert.deepStrictEqual(shown.at(-2), { minute: noon - minute, events: 5, records: 2 });
    assert.deepStrictEqual(shown.at(0), { minute: noon - 59 * minute, events: 0, records: 0 });
  });

  it.each([
    [0, 10],
    [30_000, 5],
    [59_999, 0]
  ])("counts the last 60 seconds, %i ms into a minute", (elapsed, expected) => {
    const minutes = [{ minute: noon - minute, events: 600, records: 0 }];
    assert.closeTo(eventsPerSecond(minutes, noon + elapsed), expected, 0.01);
  });

  it("has the rate of a source that sends evenly", () => {
    const evenly = fc.property(
      fc.integer({ min: 0, max: minute - 1 }),
      fc.integer({ min: 0, max: 5_000 }),
      (ms, rate) => {
        const minutes = [
          { minute: noon - minute, events: rate * 60, records: 0 },
          { minute: noon, events: (rate * ms) / 1_000, records: 0 }
        ];
        assert.closeTo(eventsPerSecond(minutes, noon + ms), rate, 0.001);
      }
    );
    fc.assert(evenly);
  });
});
