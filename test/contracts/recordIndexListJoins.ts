import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { Json, JsonObject } from "../../src/domain/json/Json.ts";
import type { PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet, ObjectDefinition } from "../../src/domain/lexicon/model/LexiconSet.ts";
import type { ReferencePath } from "../../src/domain/lexicon/model/Reference.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Field, Page, ParameterValue } from "../../src/domain/record/query/RecordQuery.ts";
import {
  alice,
  bob,
  everything,
  newestFirst,
  operand,
  pageOf,
  parameter,
  property,
  recordOf,
  rkey,
  scalar
} from "./recordIndexFixture.ts";

const anotherCid = Cid.make("bafyreidykglsfhoixmivffc5uwhcgshx4j465xwqntbmu43nb2dzqwfvae");
const item = Nsid.make("test.lists.item");
const bundle = Nsid.make("test.lists.bundle");

const formatted = (format: string): PropertyType => ({ _tag: "Scalar", type: "string", format, knownValues: [] });
const strongRef: PropertyType = { _tag: "Object", id: "com.atproto.repo.strongRef" };
const list = (of: PropertyType): PropertyType => ({ _tag: "List", item: of });
const object = (id: string): PropertyType => ({ _tag: "Object", id });

const objects: LexiconSet["objects"] = new Map(
  Object.entries({
    "com.atproto.repo.strongRef": { uri: formatted("at-uri"), cid: scalar("string") },
    "test.lists.defs#entry": { subject: strongRef },
    "test.lists.defs#link": { uri: formatted("at-uri") },
    "test.lists.defs#more": { others: list(formatted("at-uri")) }
  }).map(([id, properties]): readonly [string, ObjectDefinition] => [
    id,
    { id, description: null, properties: Object.entries(properties).map(property) }
  ])
);

const lists: Readonly<Record<string, PropertyType>> = {
  subjects: list(strongRef),
  uris: list(formatted("at-uri")),
  entries: list(object("test.lists.defs#entry")),
  links: list(object("test.lists.defs#link")),
  more: object("test.lists.defs#more"),
  rows: list(list(strongRef)),
  "'$keep$ \\": list(strongRef)
};

const setOf = (properties: Readonly<Record<string, PropertyType>>): LexiconSet => ({
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  objects,
  collections: [
    { nsid: bundle, description: null, key: { _tag: "Tid" }, properties: Object.entries(properties).map(property) },
    { nsid: item, description: null, key: { _tag: "Tid" }, properties: [] }
  ]
});
const lexicons = setOf({ name: scalar("string"), ...lists });

const uriOf = (key: string): string => `at://${alice}/${item}/${key}`;
const ref = (key: string) => ({ uri: uriOf(key), cid: "bafy" });

const bundleOf = (key: string, second: number, value: JsonObject, did = alice) =>
  recordOf(bundle, key, value, { did, indexedAt: `2024-01-01T00:00:0${second}.000Z` });

const items = ["a", "b", "c"].map((key) => recordOf(item, key, {}));
const bundles = [
  bundleOf("1", 1, { name: "n", subjects: [ref("a"), ref("b"), ref("a")] }),
  bundleOf("2", 2, { name: "m", subjects: [ref("a"), 7, null, "text", { uri: 1 }, ref("gone")] }, bob),
  bundleOf("3", 3, { name: "n", subjects: [ref("a")] }),
  bundleOf("4", 4, { name: "m", subjects: ref("a"), uris: uriOf("a") }),
  bundleOf("5", 3, { name: "l", subjects: [ref("a")], uris: [uriOf("b"), uriOf("b")] }, bob)
];

/** Two items and five bundles, and none of what an earlier test has put there. */
const lived = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(lexicons);
  yield* index.clear;
  yield* index.putAll([...items, ...bundles]);
  return index;
});

const keys: Page["members"][number] = { _tag: "Nodes", key: "nodes", selection: [rkey] };
const count: Page["members"][number] = { _tag: "TotalCount", key: "n" };

const joined = (path: ReferencePath, members: Page["members"], more: Partial<Page> = {}): Field => ({
  _tag: "ReverseJoin",
  key: "join",
  via: path,
  page: {
    collection: bundle,
    where: everything,
    sort: newestFirst,
    direction: "forward",
    take: parameter(1),
    after: null,
    before: null,
    members,
    ...more
  }
});

/** What a field of the items a, b and c is. */
const ofItems = (field: Field, ...parameters: ReadonlyArray<ParameterValue>) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const oldest = [{ operand: { _tag: "MetaOperand", meta: "rkey" }, direction: "ASC" }] as const;
    const query = pageOf(item, [{ _tag: "Nodes", key: "nodes", selection: [field] }], { sort: oldest });
    const nodes: ReadonlyArray<Record<string, Json>> = JSON.parse(yield* index.query(query, [100, ...parameters])).page
      .nodes;
    return nodes.map((node) => node[field.key]);
  });

const pageText = (page: { readonly n: number; readonly nodes: ReadonlyArray<{ readonly rkey: string }> }): string =>
  `${page.n}: ${page.nodes.map((node) => node.rkey).join(" ")}`;

/** The number of bundles that name the items a, b and c, and their keys. */
const naming = (path: ReferencePath, more: Partial<Page> = {}, ...parameters: ReadonlyArray<ParameterValue>) =>
  Effect.map(ofItems(joined(path, [count, keys], more), 10, ...parameters), (pages) =>
    pages.map((page) => pageText(JSON.parse(JSON.stringify(page))))
  );

/** What every record index says of records that point at others in lists. */
export const recordIndexListJoins = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex joins through lists: ${name}`, (it) => {
    it.effect("returns each record that names a record once, newest first", () =>
      Effect.gen(function* () {
        yield* lived;
        expect(yield* naming(["subjects", 0])).toEqual(["4: 5 3 2 1", "1: 1", "0: "]);
        expect(yield* naming(["uris", 0])).toEqual(["0: ", "1: 5", "0: "]);
      })
    );

    it.effect("filters, sorts and paginates the records that name a record", () =>
      Effect.gen(function* () {
        yield* lived;
        const path: ReferencePath = ["subjects", 0];
        const named: Partial<Page> = {
          where: { _tag: "Compare", operand: operand("name", "string"), operator: "eq", value: parameter(2) }
        };
        expect(yield* naming(path, named, "n")).toEqual(["2: 3 1", "1: 1", "0: "]);
        const byName: Partial<Page> = { sort: [{ operand: operand("name", "string"), direction: "ASC" }] };
        expect(yield* naming(path, byName)).toEqual(["4: 5 2 1 3", "1: 1", "0: "]);
        const third = bundles[2];
        const seek = { values: [parameter(2)], uri: parameter(3) };
        const at = [Date.parse(third?.indexedAt ?? "") * 1000, third?.uri ?? ""];
        expect(yield* naming(path, { after: seek }, ...at)).toEqual(["4: 2 1", "1: 1", "0: "]);
        expect(yield* naming(path, { before: seek, direction: "backward" }, ...at)).toEqual(["4: 5", "1: ", "0: "]);
        expect(yield* naming(path, { take: parameter(2) }, 1)).toEqual(["4: 5", "1: 1", "0: "]);
      })
    );

    it.effect("finds references in objects in lists, in lists in objects, and in lists of lists", () =>
      Effect.gen(function* () {
        const index = yield* lived;
        yield* index.put(
          bundleOf("6", 6, {
            entries: [{ subject: ref("b") }, { subject: ref("b") }, {}, ref("a")],
            links: [{ uri: uriOf("b") }, uriOf("a")],
            more: { others: [uriOf("b"), { uri: uriOf("c") }] },
            "'$keep$ \\": [ref("b")],
            rows: [[ref("b")], ref("a"), [[ref("a")], ref("c")]]
          })
        );
        expect(yield* naming(["entries", 0, "subject"])).toEqual(["0: ", "1: 6", "0: "]);
        expect(yield* naming(["links", 0, "uri"])).toEqual(["0: ", "1: 6", "0: "]);
        expect(yield* naming(["more", "others", 0])).toEqual(["0: ", "1: 6", "1: 6"]);
        expect(yield* naming(["'$keep$ \\", 0])).toEqual(["0: ", "1: 6", "0: "]);
        expect(yield* naming(["rows", 0, 0])).toEqual(["0: ", "1: 6", "1: 6"]);
      })
    );

    it.effect("returns the viewer's own record that names a record, the newest of several", () =>
      Effect.gen(function* () {
        yield* lived;
        const own: Field = {
          _tag: "ViewerRecord",
          key: "own",
          collection: bundle,
          via: ["subjects", 0],
          target: "uri",
          viewer: parameter(1),
          selection: [rkey]
        };
        expect(yield* ofItems(own, alice)).toEqual([{ rkey: "3" }, { rkey: "1" }, null]);
        expect(yield* ofItems(own, bob)).toEqual([{ rkey: "5" }, null, null]);
        expect(yield* ofItems(own, "did:plc:b")).toEqual([null, null, null]);
        expect(yield* ofItems({ ...own, target: "did" }, alice)).toEqual([null, null, null]);
      })
    );

    it.effect("follows every change of a record", () =>
      Effect.gen(function* () {
        const index = yield* lived;
        const subjects = naming(["subjects", 0]);
        yield* index.put(bundleOf("3", 3, { subjects: [ref("b"), ref("c")] }));
        expect(yield* subjects).toEqual(["3: 5 2 1", "2: 3 1", "1: 3"]);
        yield* index.put({ ...bundleOf("1", 9, { subjects: [ref("a"), ref("b")] }), cid: anotherCid });
        yield* index.put(bundleOf("5", 3, {}, bob));
        expect(yield* subjects).toEqual(["2: 1 2", "2: 1 3", "1: 3"]);
        yield* index.putAll([bundleOf("7", 7, { subjects: [ref("c")] }), bundleOf("3", 3, { subjects: [ref("c")] })]);
        expect(yield* subjects).toEqual(["2: 1 2", "1: 1", "2: 7 3"]);
        yield* index.remove(bundleOf("7", 7, {}).uri, null);
        expect(yield* subjects).toEqual(["2: 1 2", "1: 1", "1: 3"]);
        yield* index.clear;
        yield* index.putAll(items);
        expect(yield* subjects).toEqual(["0: ", "0: ", "0: "]);
      })
    );

    it.effect("follows the current Lexicons", () =>
      Effect.gen(function* () {
        const index = yield* lived;
        const subjects = naming(["subjects", 0]);
        yield* index.define(setOf({ name: scalar("string"), uris: list(formatted("at-uri")) }));
        yield* index.remove(bundleOf("1", 1, {}).uri, null);
        yield* index.put(bundleOf("8", 8, { subjects: [ref("c")] }));
        expect(yield* naming(["uris", 0])).toEqual(["0: ", "1: 5", "0: "]);
        yield* index.define(lexicons);
        expect(yield* subjects).toEqual(["3: 5 3 2", "0: ", "1: 8"]);
        yield* index.define(setOf({ name: scalar("string") }));
        yield* index.remove(bundleOf("3", 3, {}).uri, null);
        yield* index.define(lexicons);
        expect(yield* subjects).toEqual(["2: 5 2", "0: ", "1: 8"]);
      })
    );
  });
