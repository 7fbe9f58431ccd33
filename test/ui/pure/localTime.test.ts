import { assert, it } from "@effect/vitest";
import { asInstant, asLocal } from "../../../ui/src/sections/audit/localTime.ts";

it("local times and instants convert to each other, to the minute, and invalid texts become empty", () => {
  for (const instant of ["2026-01-02T03:04:00.000Z", "2026-07-31T23:59:00.000Z"]) {
    assert.strictEqual(asInstant(asLocal(instant)), instant);
  }
  for (const text of ["", "never", "2026-13-01T00:00"]) {
    assert.deepStrictEqual([asLocal(text), asInstant(text)], ["", ""]);
  }
});
