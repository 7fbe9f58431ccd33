import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { makePlanner } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as RecordIndexMemory from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { noteLexicons, noteRecords } from "./notes.ts";

const planner = makePlanner(buildApiSchema(noteLexicons));

const document = `query($first: Int, $last: Int, $after: String, $before: String) {
  orgExampleNote(first: $first, last: $last, after: $after, before: $before, sortBy: [{ field: rank }]) {
    edges { cursor node { uri } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface Edge {
  readonly cursor: string;
  readonly node: { readonly uri: string };
}

interface Cut {
  readonly first: number | null;
  readonly last: number | null;
  /** Places in the whole order. */
  readonly after: number | null;
  readonly before: number | null;
}

const ask = (index: RecordIndex["Type"], variables: Readonly<Record<string, unknown>>) => {
  const plan = Either.getOrThrow(planner({ document, variables, viewerDid: null }));
  if (plan.kind !== "query" || plan.query === null) throw new Error("It asks nothing of the index");
  return JSON.parse(Effect.runSync(index.query(plan.query, plan.parameters))).orgExampleNote;
};

/** What the Relay specification of cursor connections says of a page of `all`. */
const expected = (all: ReadonlyArray<Edge>, { first, last, after, before }: Cut) => {
  const from = after === null ? 0 : after + 1;
  const between = all.slice(from, Math.max(from, before ?? all.length));
  const backward = first === null && (last !== null || (before !== null && after === null));
  const take = (backward ? last : first) ?? 50;
  const edges = backward ? between.slice(Math.max(0, between.length - take)) : between.slice(0, take);
  const cut = between.length > take;
  return {
    edges,
    pageInfo: {
      hasNextPage: backward ? before !== null : cut,
      hasPreviousPage: backward ? cut : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null
    }
  };
};

const place = fc.option(fc.nat({ max: 4 }));
const size = fc.option(fc.nat({ max: 6 }));

const cuts = fc
  .record({ first: size, last: size, after: place, before: place })
  .filter(({ first, last }) => first === null || last === null);

const Index = RecordIndexMemory.layer().pipe(Layer.provide(MemoryStore.layer));

it.layer(Index)("a page", (it) => {
  it.effect("contains the items between its cursors, limited at one end, for all combinations of arguments", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* index.define(noteLexicons);
      yield* Effect.forEach(noteRecords, index.put);
      const all: ReadonlyArray<Edge> = ask(index, {}).edges;
      assert.lengthOf(all, 5);
      fc.assert(
        fc.property(cuts, ({ first, last, after, before }) => {
          const cursor = (at: number | null) => (at === null ? null : (all[at]?.cursor ?? null));
          assert.deepStrictEqual(
            ask(index, { first, last, after: cursor(after), before: cursor(before) }),
            expected(all, { first, last, after, before })
          );
        }),
        { numRuns: 500 }
      );
    })
  );
});
