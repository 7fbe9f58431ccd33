import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/domain/json/Json.ts";
import { spendBudgetOn } from "../../../../src/domain/record/shape/SizeBudget.ts";

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 })
  )
})).value;

describe("SizeBudget", () => {
  it("never spends more than the length of the text", () => {
    const holds = fc.property(json, (value) => {
      const room = { left: JSON.stringify(value).length };
      expect(spendBudgetOn(room, value)).toBe(true);
      expect(room.left).toBeGreaterThanOrEqual(0);
    });
    fc.assert(holds);
  });

  it("stops when the budget is exhausted, and has no depth limit", () => {
    const room = { left: 10 };
    expect(
      spendBudgetOn(
        room,
        Array.from({ length: 1_000_000 }, () => 0)
      )
    ).toBe(false);
    expect(room.left).toBe(-1);
    let deep: Json = "bottom";
    for (let at = 0; at < 100_000; at += 1) deep = [deep];
    expect(spendBudgetOn({ left: 200_008 }, deep)).toBe(true);
    expect(spendBudgetOn({ left: 200_007 }, deep)).toBe(false);
  });
});
