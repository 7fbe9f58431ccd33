import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import {
  type ActivityRange,
  activityBuckets,
  activityRanges,
  activityWindow
} from "../../../src/domain/audit/ActivityRange.ts";

const ranges: ReadonlyArray<ActivityRange> = ["HOUR", "THREE_HOURS", "DAY", "WEEK", "MONTH"];
const now = Date.parse("2026-03-01T10:20:30.123Z");
const none = { logins: 0, refreshes: 0, writes: 0, failures: 0, other: 0 };

describe("activity", () => {
  it("is counted in buckets of equal length, the last of which contains the present", () => {
    const shape = ranges.map((range) => {
      const buckets = activityBuckets(range, now, []);
      return [
        range,
        buckets.length,
        new Date(buckets[0]?.at ?? 0).toISOString(),
        new Date(activityWindow(range, now).to).toISOString()
      ];
    });
    assert.deepStrictEqual(shape, [
      ["HOUR", 60, "2026-03-01T09:21:00.000Z", "2026-03-01T10:21:00.000Z"],
      ["THREE_HOURS", 36, "2026-03-01T07:25:00.000Z", "2026-03-01T10:25:00.000Z"],
      ["DAY", 48, "2026-02-28T10:30:00.000Z", "2026-03-01T10:30:00.000Z"],
      ["WEEK", 42, "2026-02-22T12:00:00.000Z", "2026-03-01T12:00:00.000Z"],
      ["MONTH", 30, "2026-01-31T00:00:00.000Z", "2026-03-02T00:00:00.000Z"]
    ]);
  });

  it("puts every minute and hour of the window into one bucket, and nothing else into any bucket", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ranges),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.array(fc.integer({ min: -5, max: 800 }), { maxLength: 20 }),
        (range, at, offsets) => {
          const { unit } = activityRanges[range];
          const { from, to } = activityWindow(range, at);
          const step = unit === "minute" ? 60_000 : 3_600_000;
          const digits = unit === "minute" ? 16 : 13;
          const times = offsets.map((offset) => from + offset * step);
          const counts = times.map((time) => ({
            ...none,
            startsAt: new Date(time).toISOString().slice(0, digits),
            writes: 1
          }));
          const counted = activityBuckets(
            range,
            at,
            counts.filter(({ startsAt }) => !startsAt.startsWith("-"))
          );
          const total = counted.reduce((sum, { writes }) => sum + writes, 0);
          assert.strictEqual(
            total,
            times.filter((time) => time >= from && time < to && time >= -62_135_596_800_000).length
          );
          assert.isTrue(at >= (counted.at(-1)?.at ?? 0) && at < to);
        }
      )
    );
  });
});
