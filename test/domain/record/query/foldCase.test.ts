import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "../../../../src/domain/record/query/foldCase.ts";

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom("Σ", "ς", "σ", "İ", "ß", "ŉ", "a", ".")
  )
});

describe("foldCase", () => {
  it.each([
    ["ÉTÉ", "été"],
    ["ΟΔΟΣ", "οδος"],
    ["STRASSE", "straße"],
    ["Ǆ", "ǆ"]
  ])("makes %s and %s one", (left, right) => {
    expect(foldCase(left)).toBe(foldCase(right));
  });

  it("folds a substring to a substring", () => {
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        expect(foldCase(before + part + after)).toContain(foldCase(part));
      }),
      { numRuns: 1000 }
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(foldCase(foldCase(any))).toBe(foldCase(any));
      })
    );
  });
});
