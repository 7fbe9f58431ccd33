import { assert, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { isoTime } from "../../../src/domain/time/isoTime.ts";
import { readTime } from "../../../src/domain/time/readTime.ts";

/** A Tuesday. */
const now = Date.parse("2026-03-03T15:04:05.678Z");

const read = (text: string) => Option.getOrNull(Option.map(readTime(text, now), isoTime));

it.each([
  ["90s", "2026-03-03T15:02:35.678Z"],
  ["30m", "2026-03-03T14:34:05.678Z"],
  ["2h", "2026-03-03T13:04:05.678Z"],
  ["2h ago", "2026-03-03T13:04:05.678Z"],
  ["7d", "2026-02-24T15:04:05.678Z"],
  ["2w", "2026-02-17T15:04:05.678Z"],
  ["now", "2026-03-03T15:04:05.678Z"],
  ["today", "2026-03-03T00:00:00.000Z"],
  [" Yesterday ", "2026-03-02T00:00:00.000Z"],
  ["monday", "2026-03-02T00:00:00.000Z"],
  ["last monday", "2026-03-02T00:00:00.000Z"],
  ["wednesday", "2026-02-25T00:00:00.000Z"],
  ["tuesday", "2026-02-24T00:00:00.000Z"],
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00+02:00", "2026-01-31T10:00:00.000Z"],
  ["2026-01-31T12:00:00.0000001Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00.000001Z", "2026-01-31T12:00:00.001Z"]
])("reads %s", (text, expected) => {
  assert.strictEqual(read(text), expected);
});

it.each([
  "",
  "h",
  "2",
  "-2h",
  "2 h",
  "2x",
  "1.5h",
  "tomorrow",
  "next monday",
  "2026-02-30",
  "2026-01-31T12:00",
  "12:00"
])("reads no time from %j", (text) => {
  assert.isNull(read(text));
});

it("reads every time in the form of the log as itself", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (date) => {
      assert.strictEqual(read(date.toISOString()), date.toISOString());
    })
  );
});
