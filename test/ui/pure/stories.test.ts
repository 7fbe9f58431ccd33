import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { bucketAddress } from "../../../ui/src/sections/activity/bucketAddress.ts";
import { foldSeries } from "../../../ui/src/sections/activity/foldSeries.ts";
import { type SeriesCounts, totalOf } from "../../../ui/src/sections/activity/series.ts";
import { dayName, groupByDay } from "../../../ui/src/sections/audit/dayName.ts";

const local = (text: string): number => new Date(text).getTime();

describe("the names of days", () => {
  const now = local("2026-11-29T15:00:00");

  it.each([
    ["2026-11-29T00:00:00", "Today"],
    ["2026-11-28T23:59:59", "Yesterday"],
    ["2026-11-28T00:00:00", "Yesterday"],
    ["2026-11-27T12:00:00", "Friday, 27 November"],
    ["2025-11-27T12:00:00", "Thursday, 27 November 2025"]
  ])("%s", (at, name) => {
    assert.strictEqual(dayName(local(at), now), name);
  });

  it("groups neighbours of the same day, and keeps the order", () => {
    const times = ["2026-11-29T14:00:00", "2026-11-29T01:00:00", "2026-11-28T22:00:00"].map(local);
    assert.deepStrictEqual(
      groupByDay(times, (time) => time, now),
      [
        { day: "Today", items: times.slice(0, 2) },
        { day: "Yesterday", items: times.slice(2) }
      ]
    );
  });
});

const count = fc.nat({ max: 500 });
const buckets = fc.array(
  fc.record<SeriesCounts>({ logins: count, refreshes: count, writes: count, other: count, failures: count }),
  { minLength: 1, maxLength: 10 }
);

describe("the series of the chart", () => {
  it("adds what is under a tenth to Other, but never failures", () => {
    const bucket = { logins: 9, refreshes: 60, writes: 10, other: 20, failures: 1 };
    assert.deepStrictEqual(foldSeries([bucket]), {
      buckets: [{ logins: 0, refreshes: 60, writes: 10, other: 29, failures: 1 }],
      folded: new Set(["logins"] as const)
    });
  });

  it("loses no event, and folds nothing that has a tenth", () => {
    fc.assert(
      fc.property(buckets, (given) => {
        const { buckets: shown, folded } = foldSeries(given);
        assert.deepStrictEqual(
          shown.map((bucket) => totalOf(bucket)),
          given.map((bucket) => totalOf(bucket))
        );
        const all = given.reduce((sum, bucket) => sum + totalOf(bucket), 0);
        for (const name of ["logins", "refreshes", "writes"] as const) {
          const share = given.reduce((sum, bucket) => sum + bucket[name], 0) / Math.max(all, 1);
          assert.strictEqual(folded.has(name), all > 0 && share < 0.1);
        }
      })
    );
  });

  it("opens the half hour of a bar in the audit log", () => {
    assert.strictEqual(
      decodeURIComponent(bucketAddress("2026-11-29T14:30:00.000Z", 1_800)),
      "/audit?since=2026-11-29T14:30:00.000Z&until=2026-11-29T15:00:00.000Z"
    );
  });
});
