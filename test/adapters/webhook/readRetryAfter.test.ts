import { assert, describe, it } from "@effect/vitest";
import { readRetryAfter } from "../../../src/adapters/webhook/readRetryAfter.ts";

const now = Date.parse("2026-03-01T10:00:00.000Z");

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Sun, 01 Mar 2026 10:00:30 GMT", 30_000],
    ["Sun, 01 Mar 2026 09:00:00 GMT", 0],
    ["-1", null],
    ["1.5", null],
    ["soon", null],
    ["2026-03-01", null],
    ["", null],
    ["99999999999", null]
  ])("of %o is %o", (header, expected) => {
    assert.strictEqual(readRetryAfter(header, now), expected);
  });

  it("that is missing is none", () => {
    assert.isNull(readRetryAfter(undefined, now));
  });
});
