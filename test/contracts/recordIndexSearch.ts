import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type {
  Filter,
  ParameterValue,
  PropertyOperand,
  RecordQuery,
  SearchPage
} from "../../src/domain/record/query/RecordQuery.ts";
import { alice, bob, everything, pageOf, parameter, recordOf, rkey, scalar, setOf } from "./recordIndexFixture.ts";
import { cursorOfSearch, needlesOf } from "./searches.ts";

export const searchedCollection = Nsid.make("test.contract.searched");

/** The fields that the layer of the suite configures. */
export const searchedFields = [
  { collection: searchedCollection, field: "title", purpose: "search" },
  { collection: searchedCollection, field: "text", purpose: "search" }
] as const;

const set = setOf(searchedCollection, { title: scalar("string"), text: scalar("string"), likes: scalar("integer") });

const textOf = (path: string): PropertyOperand => ({ _tag: "PropertyOperand", path: [path], type: "string" });
const searched = (path: string, at = 1): Filter => ({ _tag: "Search", operand: textOf(path), needles: parameter(at) });

const keys = (text: string): string => Array.from(text.matchAll(/"rkey":"([^"]*)"/g), ([, key]) => key).join(" ");

/** Waits while words are being stored. */
const ask = (query: RecordQuery, parameters: ReadonlyArray<ParameterValue>) =>
  Effect.flatMap(RecordIndex, (index) => index.query(query, parameters)).pipe(
    Effect.retry({
      while: (failure) => failure._tag === "SearchRefused" && failure.reason === "not-ready",
      schedule: Schedule.spaced("20 millis")
    })
  );

const found = (where: Filter, ...searches: ReadonlyArray<string>) => {
  const query = pageOf(searchedCollection, [{ _tag: "Nodes", key: "nodes", selection: [rkey] }], {
    where,
    sort: [{ operand: { _tag: "MetaOperand", meta: "rkey" }, direction: "ASC" }]
  });
  return Effect.map(ask(query, [100, ...searches.map(needlesOf)]), keys);
};

const rootOf = (more: Partial<SearchPage> = {}): RecordQuery => ({
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
              { _tag: "SearchNode", key: "node", selections: new Map([[searchedCollection, [rkey]]]) }
            ]
          },
          { _tag: "TotalCount", key: "totalCount" },
          {
            _tag: "PageInfo",
            key: "pageInfo",
            members: [
              { _tag: "HasNextPage", key: "next" },
              { _tag: "HasPreviousPage", key: "previous" }
            ]
          }
        ],
        ...more
      }
    }
  ]
});

const root = (search: string) =>
  Effect.map(ask(rootOf(), [100, needlesOf(search)]), (text) =>
    Array.from(text.matchAll(/"rank":(\d+).*?"rkey":"([^"]*)"/g), ([, rank, key]) => `${key}:${rank}`).join(" ")
  );

const at = (minute: number): string => `2024-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`;

const story = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(set);
  const put = (key: string, value: Readonly<Record<string, string | number>>, more = {}) =>
    index.put(recordOf(searchedCollection, key, value, more));
  yield* put("a", { title: "The cat sat", text: "on the mat" }, { indexedAt: at(1) });
  yield* put("b", { title: "Cats and dogs", text: "日本語の東京タワー" }, { indexedAt: at(2), did: bob });
  yield* put("c", { title: "CÁT", text: "Crème brûlée, c'est bon! 👍🏽" }, { indexedAt: at(3) });
  yield* put("d", { text: "dog cat catalogue cats" }, { indexedAt: at(4) });
  yield* put("e", { title: 7, likes: 1 }, { indexedAt: at(5) });
  return { index, put };
});

/** What every index that can be searched does. */
export const recordIndexSearch = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Searches: ${name}`, (it) => {
    it.effect("find words in one property, whatever their case and accents", () =>
      Effect.gen(function* () {
        yield* story;
        assert.strictEqual(yield* found(searched("title"), "cat"), "a b c");
        assert.strictEqual(yield* found(searched("title"), '"cat"'), "a c");
        assert.strictEqual(yield* found(searched("title"), '"the cat"'), "a");
        assert.strictEqual(yield* found(searched("title"), '"cat the"'), "");
        assert.strictEqual(yield* found(searched("text"), "BRULEE creme"), "c");
        assert.strictEqual(yield* found(searched("text"), "東京"), "b");
        assert.strictEqual(yield* found(searched("text"), "👍"), "c");
        assert.strictEqual(yield* found(searched("text"), "sat"), "");
      })
    );

    it.effect("combine with other conditions", () =>
      Effect.gen(function* () {
        yield* story;
        const not: Filter = { _tag: "Not", filter: searched("title") };
        assert.strictEqual(yield* found(not, "cat"), "d e");
        const some: Filter = { _tag: "Some", filters: [searched("title"), searched("text", 2)] };
        assert.strictEqual(yield* found(some, "dogs", "mat"), "a b");
        const every: Filter = { _tag: "Every", filters: [searched("title"), searched("text", 2)] };
        assert.strictEqual(yield* found(every, "cat", "mat"), "a");
        assert.strictEqual(yield* found(everything), "a b c d e");
      })
    );

    it.effect("find records whose properties together have all words, the best first, then the newest", () =>
      Effect.gen(function* () {
        yield* story;
        assert.strictEqual(yield* root("cat"), "d:3 c:1 b:1 a:1");
        assert.strictEqual(yield* root("mat cat"), "a:2");
        assert.strictEqual(yield* root('"sat on"'), "");
        assert.strictEqual(yield* root('"cat catalogue" dog'), "d:3");
        assert.strictEqual(yield* root("nothing"), "");
      })
    );

    it.effect("return pages that continue at a cursor", () =>
      Effect.gen(function* () {
        yield* story;
        const query = rootOf({ after: { rank: parameter(2), indexedAt: parameter(3), uri: parameter(4) } });
        const first = yield* ask(rootOf(), [2, needlesOf("cat")]);
        assert.strictEqual(keys(first), "d c");
        assert.include(first, '"totalCount":4,"pageInfo":{"next":true,"previous":false}');
        const second = yield* ask(query, [2, needlesOf("cat"), ...cursorOfSearch("cat", first)]);
        assert.strictEqual(keys(second), "b a");
        assert.include(second, '"totalCount":4,"pageInfo":{"next":false,"previous":true}');
      })
    );

    it.effect("follow changes, and find no record of a hidden account", () =>
      Effect.gen(function* () {
        const { index, put } = yield* story;
        yield* put("a", { title: "A bird" });
        assert.strictEqual(yield* found(searched("title"), "bird"), "a");
        assert.strictEqual(yield* found(searched("title"), "sat"), "");
        yield* index.hide(bob, "suspended");
        assert.strictEqual(yield* found(searched("title"), "cat"), "c");
        assert.strictEqual(yield* root("dogs"), "");
        yield* put("f", { title: "Hidden cat" }, { did: bob });
        assert.strictEqual(yield* found(searched("title"), "hidden"), "");
        yield* index.show(bob);
        assert.strictEqual(yield* found(searched("title"), "cat"), "b c f");
        assert.strictEqual(yield* root("hidden"), "f:1");
        yield* index.erase(bob);
        assert.strictEqual(yield* found(searched("title"), "cat"), "c");
        yield* index.show(bob);
        yield* index.removeAll([{ uri: recordOf(searchedCollection, "c", {}).uri, rev: null }]);
        assert.strictEqual(yield* found(searched("title"), "cat"), "");
        yield* index.changeAll([recordOf(searchedCollection, "c", { title: "cat" }, { did: alice })], []);
        assert.strictEqual(yield* found(searched("title"), "cat"), "c");
      })
    );
  });
