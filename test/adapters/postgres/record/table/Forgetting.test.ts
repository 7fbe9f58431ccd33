import { assert, describe, it } from "@effect/vitest";
import { Forgetting } from "../../../../../src/adapters/postgres/record/table/Forgetting.ts";

describe("Forgetting", () => {
  it("forgets at once, and then no more than once per second", () => {
    const forgetting = new Forgetting();
    const times = [0, 1, 999, 1_000, 1_001, 2_000];
    assert.deepStrictEqual(
      times.map((now) => forgetting.remember(3, now)),
      [6, 0, 0, 18, 0, 12]
    );
  });

  it("forgets nothing before something is remembered", () => {
    const forgetting = new Forgetting();
    assert.strictEqual(forgetting.remember(0, 0), 0);
    assert.strictEqual(forgetting.remember(1, 0), 2);
  });

  it("goes on after the clock was set back", () => {
    const forgetting = new Forgetting();
    assert.strictEqual(forgetting.remember(1, 10_000), 2);
    assert.strictEqual(forgetting.remember(1, 5_000), 2);
  });
});
