import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareScalars } from "../../../../src/domain/record/query/compareScalars.ts";

const character = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  fc.constantFrom("\uffff", "\u{10000}", "\ue000", "\ud7ff", "a")
);
const text = fc.array(character, { maxLength: 5 }).map((characters) => characters.join(""));

describe("compareScalars", () => {
  it("orders text by its UTF-8 bytes", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareScalars(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
      { numRuns: 1000 }
    );
  });

  it("orders characters beyond U+FFFF after those below", () => {
    expect(compareScalars("\u{1f600}", "\uffee")).toBeGreaterThan(0);
  });

  it("orders a number and a bigint exactly", () => {
    expect(compareScalars(2 ** 53 - 1, 2n ** 53n)).toBeLessThan(0);
    expect(compareScalars(2n ** 53n + 1n, 2n ** 53n)).toBeGreaterThan(0);
    expect(compareScalars(2n ** 53n + 1n, 2n ** 53n + 1n)).toBe(0);
  });

  it("orders numbers by size and false before true", () => {
    expect(compareScalars(9, 10)).toBeLessThan(0);
    expect(compareScalars(false, true)).toBeLessThan(0);
    expect(compareScalars(true, true)).toBe(0);
  });
});
