import { assert, describe, it } from "@effect/vitest";
import { inSequence, roundOf, type StepUse, together } from "../../bench/token/StepUse.ts";

const use = (took: ReadonlyArray<number>, seconds: number): StepUse => ({
  took,
  seconds,
  processor: 100,
  database: 40,
  load: 10
});

describe("the use of steps", () => {
  it("of requests in two parts counts each request once", () => {
    const round = roundOf(inSequence(use([1, 2, 3, 4], 1), use([10, 20, 30, 40], 3)));
    assert.deepStrictEqual(round, { rate: 1, p50: 27.5, p99: 44, processor: 50, database: 20, load: 5 });
  });

  it("of different requests counts all", () => {
    const round = roundOf(together([use([1, 2], 1), use([3, 4], 1)]));
    assert.deepStrictEqual(round, { rate: 2, p50: 2.5, p99: 4, processor: 50, database: 20, load: 5 });
  });
});
