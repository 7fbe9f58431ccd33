import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromStoredText, toStoredText } from "../../../../../src/adapters/postgres/record/sql/storedText.ts";

const low = Array.from({ length: 8 }, (_, code) => String.fromCharCode(code));
const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...low, "a"), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }))
});
const bytes = (value: string): Buffer => Buffer.from(value);

describe("storedText", () => {
  it("contains no U+0000, and can be converted back to the text", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(toStoredText(value)).not.toContain("\u0000");
        expect(fromStoredText(toStoredText(value))).toBe(value);
      }),
      { numRuns: 1000 }
    );
  });

  it("has the order of the texts", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Buffer.compare(bytes(toStoredText(left)), bytes(toStoredText(right)))).toBe(
          Buffer.compare(bytes(left), bytes(right))
        );
      }),
      { numRuns: 1000 }
    );
  });

  it("contains and begins with the stored forms of what the text contains and begins with, and no others", () => {
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom(...low), maxLength: 2 }), (value, part) => {
        expect(toStoredText(value).includes(toStoredText(part))).toBe(value.includes(part));
        expect(toStoredText(value).startsWith(toStoredText(part))).toBe(value.startsWith(part));
      }),
      { numRuns: 1000 }
    );
  });
});
