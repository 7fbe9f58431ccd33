import { assert, describe, it } from "@effect/vitest";
import { durationInWords } from "../../../src/domain/time/durationInWords.ts";

describe("durationInWords", () => {
  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [900, "15 minutes"],
    [3_600, "1 hour"],
    [129_600, "1 day 12 hours"],
    [31_536_000, "1 year"],
    [157_680_000, "5 years"]
  ])("writes %i seconds", (seconds, words) => {
    assert.strictEqual(durationInWords(seconds), words);
  });
});
