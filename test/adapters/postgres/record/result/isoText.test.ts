import { expect, it } from "@effect/vitest";
import * as fc from "fast-check";
import { isoText } from "../../../../../src/adapters/postgres/record/result/isoText.ts";

const longestDate = 8.64e18;
const microseconds = fc.oneof(
  fc.bigInt({ min: BigInt(-longestDate), max: BigInt(longestDate) }),
  fc.bigInt({ min: -10_000_000n, max: 253_402_300_800_000_000n }),
  fc.constantFrom(0n, -1n, 999n, 253_402_300_799_999_999n, 253_402_300_800_000_000n)
);

it("writes what Date writes, before 1970 and after 9999 too", () => {
  fc.assert(
    fc.property(microseconds, (instant) => {
      expect(isoText(String(instant))).toBe(new Date(Number(instant) / 1_000).toISOString());
    })
  );
});
