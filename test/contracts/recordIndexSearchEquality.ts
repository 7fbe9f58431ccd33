import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as Schedule from "effect/Schedule";
import * as fc from "fast-check";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Filter, ParameterValue, RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";
import { parseSearch } from "../../src/domain/search/parseSearch.ts";
import { searchInManyScripts, textInManyScripts } from "../domain/search/textInManyScripts.ts";
import { alice, bob, pageOf, parameter, recordOf, scalar, setOf, uri } from "./recordIndexFixture.ts";
import { searchedCollection } from "./recordIndexSearch.ts";

type Index = RecordIndex["Type"];

const did = fc.constantFrom(alice, bob);
const rkeys = ["a", "b", "c", "d", "e", "f"];
const rkey = fc.constantFrom(...rkeys);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      tag: fc.constant("put" as const),
      did,
      rkey,
      title: fc.option(textInManyScripts),
      text: fc.option(textInManyScripts),
      minute: fc.integer({ min: 10, max: 13 })
    })
  },
  { weight: 1, arbitrary: fc.record({ tag: fc.constant("remove" as const), did, rkey }) },
  { weight: 1, arbitrary: fc.record({ tag: fc.constantFrom("hide" as const, "show" as const, "erase" as const), did }) }
);
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never;

const both = setOf(searchedCollection, { title: scalar("string"), text: scalar("string") });
const other = setOf(Nsid.make("test.contract.elsewhere"), { text: scalar("string") });

const take = (index: Index, each: Step) => {
  switch (each.tag) {
    case "put": {
      const value = { title: each.title, text: each.text };
      return index.put(
        recordOf(searchedCollection, each.rkey, value, {
          did: each.did,
          indexedAt: `2024-01-01T00:${each.minute}:00.000Z`
        })
      );
    }
    case "remove":
      return index.remove(recordOf(searchedCollection, each.rkey, {}, { did: each.did }).uri, null);
    case "hide":
      return index.hide(each.did, "suspended");
    case "show":
      return index.show(each.did);
    case "erase":
      return Effect.asVoid(index.erase(each.did));
  }
};

const live = (index: Index, steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    yield* index.define(both);
    yield* index.clear;
    yield* Effect.forEach([alice, bob], index.show);
    yield* Effect.forEach(steps, (each) => take(index, each));
  });

const searched = (path: "title" | "text"): Filter => ({
  _tag: "Search",
  operand: { _tag: "PropertyOperand", path: [path], type: "string" },
  needles: parameter(1)
});

const filters: ReadonlyArray<Filter> = [
  searched("title"),
  { _tag: "Not", filter: searched("text") },
  { _tag: "Some", filters: [searched("text"), { _tag: "Not", filter: searched("title") }] }
];

const rootQuery: RecordQuery = {
  roots: [
    {
      _tag: "SearchRoot",
      key: "search",
      search: {
        needles: parameter(1),
        collections: [searchedCollection],
        required: true,
        take: parameter(0),
        after: null,
        members: [
          {
            _tag: "SearchEdges",
            key: "edges",
            members: [
              { _tag: "Rank", key: "rank" },
              { _tag: "Cursor", key: "cursor" },
              { _tag: "SearchNode", key: "node", selections: new Map([[searchedCollection, [uri]]]) }
            ]
          },
          { _tag: "TotalCount", key: "totalCount" }
        ]
      }
    }
  ]
};

const queries: ReadonlyArray<RecordQuery> = [
  rootQuery,
  ...filters.map((where) =>
    pageOf(
      searchedCollection,
      [
        { _tag: "Nodes", key: "nodes", selection: [uri] },
        { _tag: "TotalCount", key: "n" }
      ],
      { where }
    )
  )
];

/** Waits while words are being stored. */
const ask = (index: Index, query: RecordQuery, parameters: ReadonlyArray<ParameterValue>) =>
  Effect.retry(index.query(query, parameters), {
    while: (failure) => failure._tag === "SearchRefused" && failure.reason === "not-ready",
    schedule: Schedule.spaced("10 millis")
  });

/** Two indexes find the same records in the same order, in every script, whatever happened to the records. */
export const recordIndexSearchEquality = <E>(
  name: string,
  histories: number,
  expected: Layer.Layer<RecordIndex, E>,
  actual: Layer.Layer<RecordIndex, E>
) =>
  describe(`Equality of searches: ${name}`, () => {
    it.scopedLive(
      `gives the same bytes after ${histories} random histories`,
      () =>
        Effect.gen(function* () {
          const left = Context.get(yield* Layer.build(expected), RecordIndex);
          const right = Context.get(yield* Layer.build(actual), RecordIndex);
          yield* right.define(other);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const property = fc.asyncProperty(
            fc.array(step, { minLength: 3, maxLength: 20 }),
            fc.array(searchInManyScripts, { minLength: 6, maxLength: 6 }),
            (steps, searches) =>
              run(
                Effect.gen(function* () {
                  yield* live(left, steps);
                  yield* live(right, steps);
                  for (const search of searches) {
                    const needles = parseSearch(search);
                    if (Either.isLeft(needles)) continue;
                    for (const query of queries) {
                      const parameters = [5, needles.right];
                      const wanted = yield* ask(left, query, parameters);
                      assert.strictEqual(yield* ask(right, query, parameters), wanted, search);
                    }
                  }
                })
              )
          );
          yield* Effect.promise(() => fc.assert(property, { numRuns: histories }));
        }),
      { timeout: 600_000 }
    );
  });
