import { assert, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import * as fc from "fast-check";
import { isDefinable, isSystemValue, LabelValue } from "../../../src/domain/label/LabelValue.ts";
import { runsOf } from "../../support/runsOf.ts";

const isValue = Schema.is(LabelValue);

it("accepts exactly well-formed texts of 1 to 128 bytes without control characters", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 140 }), (text) => {
      const bytes = new TextEncoder().encode(text).length;
      assert.strictEqual(
        isValue(text),
        text.isWellFormed() && bytes >= 1 && bytes <= 128 && [...text].every((one) => one >= " ")
      );
    }),
    { numRuns: runsOf(1_000) }
  ));

it.each([
  ["off-topic", true],
  ["spam", true],
  ["a".repeat(100), true],
  ["a".repeat(101), false],
  ["", false],
  ["Spam", false],
  ["off_topic", false],
  ["-spam", false],
  ["spam-", false],
  ["off--topic", false],
  ["!hide", false],
  ["späm", false],
  ["spam\n", false]
])("%j can be defined: %s", (text, expected) => {
  assert.strictEqual(isDefinable(text), expected);
});

it("knows system values by their first character", () => {
  assert.isTrue(isSystemValue("!takedown"));
  assert.isFalse(isSystemValue("porn"));
});
