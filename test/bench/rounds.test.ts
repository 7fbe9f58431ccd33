import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { alternate } from "../../bench/rounds/alternate.ts";
import { drawDistinct } from "../../bench/rounds/drawDistinct.ts";
import { median } from "../../bench/rounds/median.ts";
import { parentOf, timeBetween, timeOf } from "../../bench/rounds/processUse.ts";
import { ratiosTo, spreadOf, spreadText } from "../../bench/rounds/Spread.ts";

describe("drawDistinct", () => {
  it("draws no number twice, and none outside the range", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.integer(), (size, count, seed) => {
        const drawn = drawDistinct(size, count, seed);
        assert.strictEqual(drawn.length, Math.min(size, count));
        assert.strictEqual(new Set(drawn).size, drawn.length);
        assert.isTrue(drawn.every((each) => Number.isInteger(each) && each >= 0 && each < size));
      })
    );
  });

  it("draws the same numbers for the same seed only", () => {
    assert.deepStrictEqual(drawDistinct(100_000, 50, 1), drawDistinct(100_000, 50, 1));
    assert.notDeepEqual(drawDistinct(100_000, 50, 1), drawDistinct(100_000, 50, 2));
  });

  it("draws from the whole range", () => {
    const halves = drawDistinct(100_000, 1_000, 7).filter((each) => each < 50_000).length;
    assert.isTrue(halves > 400 && halves < 600, `${halves} of 1,000 are in the first half`);
  });
});

describe("median", () => {
  it.each([
    { values: [3, 1, 2], expected: 2 },
    { values: [4, 1, 3, 2], expected: 2.5 },
    { values: [7], expected: 7 },
    { values: [], expected: Number.NaN }
  ])("of $values is $expected", ({ expected, values }) => {
    assert.deepStrictEqual(median(values), expected);
  });
});

describe("ratiosTo", () => {
  const rounds = (...rates: ReadonlyArray<number>) => rates.map((rate) => ({ rate }));

  it("compares the rounds one by one", () => {
    const ratios = ratiosTo(rounds(30, 20, 80), rounds(10, 10, 20), ({ rate }) => rate);
    assert.deepStrictEqual(ratios, { median: 3, least: 2, most: 4 });
    assert.strictEqual(spreadText(ratios), "3.00 (2.00–4.00)");
  });

  it("is unknown without the other contender", () => {
    const ratios = ratiosTo(rounds(30, 20), [], ({ rate }) => rate);
    assert.deepStrictEqual(ratios, spreadOf([]));
    assert.strictEqual(spreadText(ratios), "");
  });
});

describe("alternate", () => {
  it("measures one contender at a time, every other round in reverse order", async () => {
    const order: Array<string> = [];
    let running = 0;
    const rounds = await alternate(["a", "b", "c"], 3, async (name) => {
      running += 1;
      assert.strictEqual(running, 1);
      await Promise.resolve();
      running -= 1;
      return order.push(name);
    });
    assert.strictEqual(order.join(""), "abccbaabc");
    assert.deepStrictEqual(rounds, [
      [1, 6, 7],
      [2, 5, 8],
      [3, 4, 9]
    ]);
  });
});

describe("the line of a process", () => {
  const stat = `4711 (a name) with) S 4700 4711 4711 0 -1 4194560 8000 0 12 0 250 50 0 0 20 0 11 0 100 1 2`;

  it("has its processor time, whatever the name of the program holds", () => {
    assert.strictEqual(timeOf(stat), 3_000_000);
  });

  it("has the process that started it", () => {
    assert.strictEqual(parentOf(stat), 4700);
  });

  it("has no time if the process has ended", () => {
    assert.isNaN(timeOf(""));
  });
});

describe("timeBetween", () => {
  it("counts processes that have started, and leaves out those that have ended", () => {
    const before = new Map([
      [1, 100],
      [2, 900]
    ]);
    const after = new Map([
      [1, 150],
      [3, 20]
    ]);
    assert.strictEqual(timeBetween(before, after), 70);
  });

  it("is unknown if the system does not report it", () => {
    assert.isNaN(timeBetween(new Map(), new Map()));
  });
});
