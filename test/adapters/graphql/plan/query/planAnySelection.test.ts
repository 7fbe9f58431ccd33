import { describe, expect, it } from "@effect/vitest";
import { Compilation } from "../../../../../src/adapters/graphql/plan/Compilation.ts";
import { planAnySelection } from "../../../../../src/adapters/graphql/plan/query/planAnySelection.ts";
import type { SelectRecord } from "../../../../../src/adapters/graphql/plan/query/planPage.ts";
import { api } from "../planning.ts";

const collections = api.lexicons.collections.length;

const allowing = (tables: number) =>
  new Compilation(api, new Map(), { variables: {}, viewerDid: null }, { conditions: 0, left: 0, tables });

describe("planAnySelection", () => {
  it("plans nested references until the limit of tables is reached", () => {
    const compilation = allowing(100);
    let planned = 0;
    const select =
      (depth: number): SelectRecord =>
      () => {
        planned += 1;
        if (depth > 0) planAnySelection(compilation, [], select(depth - 1));
        return [];
      };
    planAnySelection(compilation, [], select(20));
    expect(planned).toBeGreaterThan(100);
    expect(planned).toBeLessThanOrEqual(100 + collections);
  });

  it("plans what is within the limit, each collection once", () => {
    const compilation = allowing(2 * collections);
    const select: SelectRecord = () => [];
    for (let times = 0; times < 2; times += 1) expect(planAnySelection(compilation, [], select).size).toBe(collections);
  });
});
