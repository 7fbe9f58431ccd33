import { assert, describe, it } from "@effect/vitest";
import { failureOf, pageOf } from "./planning.ts";

const counting = (given: string): string =>
  `query${given.includes("$n") ? " ($n: Int)" : ""} { xyzStatusphereStatus { totalCount${given} } }`;

describe("totalCount", () => {
  it.each<[string, Record<string, unknown>]>([
    ["", {}],
    ["(atMost: null)", {}],
    ["(atMost: $n)", {}],
    ["(atMost: $n)", { n: null }]
  ])("counts everything: %s, %j", (given, variables) => {
    const { page } = pageOf(counting(given), { variables });
    assert.deepStrictEqual(page.members, [{ _tag: "TotalCount", key: "totalCount" }]);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ["(atMost: 1)", {}, 1],
    ["(atMost: 10000)", {}, 10_000],
    ["(atMost: $n)", { n: 500 }, 500]
  ])("counts no further than a bound: %s, %j", (given, variables, bound) => {
    const { page, parameters } = pageOf(counting(given), { variables });
    const [count] = page.members;
    assert(count?._tag === "BoundedCount");
    assert.strictEqual(parameters[count.atMost.index], bound);
  });

  it.each<[string, Record<string, unknown>]>([
    ["(atMost: 0)", {}],
    ["(atMost: 10001)", {}],
    ["(atMost: $n)", { n: -1 }]
  ])("refuses another bound: %s, %j", (given, variables) => {
    const { errors } = failureOf(counting(given), { variables });
    assert.deepStrictEqual(
      errors.map(({ message }) => message),
      ["atMost must be from 1 to 10000."]
    );
  });
});
