import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { diffLines } from "../../../ui/src/sections/lexicons/diffLines.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "{", "}"), { maxLength: 30 });

describe("diffLines", () => {
  it("contains both texts", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = diffLines(before, after);
        assert.deepStrictEqual(
          found.filter(({ kind }) => kind !== "added").map(({ line }) => line),
          before
        );
        assert.deepStrictEqual(
          found.filter(({ kind }) => kind !== "removed").map(({ line }) => line),
          after
        );
      })
    );
  });

  it("reports only the changed lines, however many equal lines surround them", () => {
    const long = Array.from({ length: 5000 }, (_, line) => `line ${line}`);
    const found = diffLines([...long, "old", ...long], [...long, "new", ...long]);
    assert.deepStrictEqual(
      found.filter(({ kind }) => kind !== "same").map(({ kind, line }) => [kind, line]),
      [
        ["removed", "old"],
        ["added", "new"]
      ]
    );
  });
});
