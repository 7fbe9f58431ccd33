import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { Property, PropertyType, ScalarType } from "../../src/domain/lexicon/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/LexiconSet.ts";
import type { IndexedRecord } from "../../src/domain/record/IndexedRecord.ts";
import type { JsonObject } from "../../src/domain/record/Json.ts";
import { RecordIndex } from "../../src/domain/record/RecordIndex.ts";
import type {
  Field,
  Filter,
  Operand,
  Page,
  PageMember,
  ParameterValue,
  RecordQuery,
  SortKey
} from "../../src/domain/record/RecordQuery.ts";

const alice = Did.make("did:plc:alice");
const bob = Did.make("did:plc:bob");
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const profile = Nsid.make("test.contract.profile");
const unheard = Nsid.make("test.contract.unheard");

const scalar = (type: ScalarType): PropertyType => ({ _tag: "Scalar", type, format: null, knownValues: [] });
const property = ([name, type]: readonly [string, PropertyType]): Property => ({
  name,
  description: null,
  required: false,
  type
});

/** A set of a collection with the given properties, and of profiles. */
const setOf = (nsid: Nsid, properties: Readonly<Record<string, PropertyType>>): LexiconSet => ({
  digest: "",
  documents: [],
  objects: new Map([
    [
      "test.contract.defs#ref",
      { id: "test.contract.defs#ref", description: null, properties: [property(["uri", scalar("string")])] }
    ]
  ]),
  collections: [
    { nsid, description: null, key: { _tag: "Tid" }, properties: Object.entries(properties).map(property) },
    {
      nsid: profile,
      description: null,
      key: { _tag: "Literal", value: "self" },
      properties: [property(["displayName", scalar("string")])]
    }
  ]
});

const recordOf = (
  collection: Nsid,
  rkey: string,
  value: JsonObject,
  more: Partial<IndexedRecord> = {}
): IndexedRecord => {
  const did = more.did ?? alice;
  const key = RecordKey.make(rkey);
  return {
    uri: atUri({ did, collection, rkey: key }),
    cid,
    did,
    collection,
    rkey: key,
    rev: null,
    indexedAt: "2024-01-01T00:00:00.000Z",
    value,
    ...more
  };
};

const uri: Field = { _tag: "MetaField", key: "uri", meta: "uri" };
const rkey: Field = { _tag: "MetaField", key: "rkey", meta: "rkey" };
const everything: Filter = { _tag: "Every", filters: [] };
const newestFirst: ReadonlyArray<SortKey> = [
  { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
];
const operand = (path: string, type: ScalarType): Operand => {
  const [first = "", ...rest] = path.split(".");
  return { _tag: "PropertyOperand", path: [first, ...rest], type };
};
const parameter = (index: number) => ({ _tag: "Parameter" as const, index });

/** A page of at most the number of rows in the first parameter. */
const pageOf = (collection: Nsid, members: ReadonlyArray<PageMember>, more: Partial<Page> = {}): RecordQuery => ({
  roots: [
    {
      _tag: "PageRoot",
      key: "page",
      page: {
        collection,
        where: everything,
        sort: newestFirst,
        direction: "forward",
        take: parameter(0),
        seek: null,
        members,
        ...more
      }
    }
  ]
});

/** The record keys of a page, joined. */
const keysOf = (collection: Nsid, more: Partial<Page>, parameters: ReadonlyArray<ParameterValue> = []) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const query = pageOf(collection, [{ _tag: "Nodes", key: "nodes", selection: [rkey] }], more);
    const text = yield* index.answer(query, [100, ...parameters]);
    return Array.from(text.matchAll(/"rkey":"([^"]*)"/g), ([, key]) => key).join(" ");
  });

/** What every record index does. Each test has a collection of its own, so that an implementation may be shared by all. */
export const recordIndexContract = <E>(name: string, layer: Layer.Layer<RecordIndex | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex contract: ${name}`, (it) => {
    it.effect("gives back what was put, awkward characters and members included", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.finding");
        yield* index.define(setOf(nsid, { text: scalar("string") }));
        const value: JsonObject = JSON.parse(
          '{"text":"a\\u0000b\\u0001\\ud83d\\ude00","half":"\\ud800","__proto__":{"x":null},"10":1.5,"9":[[]]}'
        );
        const record = recordOf(nsid, "a", value, { rev: "3kabc" });
        yield* index.put(record);
        const found = Option.getOrThrow(yield* index.find(record.uri));
        expect(found).toEqual(record);
        expect(Object.hasOwn(found.value, "__proto__")).toBe(true);
      })
    );

    it.effect("replaces, removes, and finds nothing where nothing is", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.replacing");
        yield* index.define(setOf(nsid, { text: scalar("string") }));
        const record = recordOf(nsid, "a", { text: "one" });
        yield* index.put(record);
        yield* index.put({ ...record, value: {} });
        expect(yield* index.find(record.uri)).toEqual(Option.some({ ...record, value: {} }));
        const isNull: Filter = { _tag: "IsNull", operand: operand("text", "string"), negated: false };
        expect(yield* keysOf(nsid, { where: isNull })).toBe("a");
        yield* index.remove(record.uri);
        yield* index.remove(record.uri);
        expect(yield* index.find(record.uri)).toEqual(Option.none());
        expect(yield* keysOf(nsid, {})).toBe("");
      })
    );

    it.effect("does not store records of a collection it does not know, nor fail to be asked for them", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const record = recordOf(unheard, "a", {});
        yield* index.put(record);
        yield* index.remove(record.uri);
        expect(yield* index.find(record.uri)).toEqual(Option.none());
        expect(yield* index.answer(pageOf(unheard, [{ _tag: "TotalCount", key: "n" }]), [1])).toBe('{"page":{"n":0}}');
        yield* index.define(setOf(unheard, {}));
        expect(yield* index.find(record.uri)).toEqual(Option.none());
      })
    );

    it.effect("reads earlier records by the Lexicons of today", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.changing");
        yield* index.define(setOf(nsid, { at: scalar("string") }));
        yield* index.put(recordOf(nsid, "a", { at: "2024-01-01T01:00:00+01:00", n: 7, ref: { uri: "at://x" } }));
        yield* index.put(recordOf(nsid, "b", { at: "yesterday", n: "7", ref: null }));
        const before: Filter = {
          _tag: "Compare",
          operand: operand("at", "string"),
          operator: "lt",
          value: parameter(1)
        };
        expect(yield* keysOf(nsid, { where: before }, ["2024-02"])).toBe("a");
        const ref: PropertyType = { _tag: "Object", id: "test.contract.defs#ref" };
        const changed = setOf(nsid, { at: scalar("instant"), n: scalar("integer"), ref });
        yield* index.define(changed);
        yield* index.define(changed);
        const eq = (path: string, type: ScalarType): Filter => ({
          _tag: "Compare",
          operand: operand(path, type),
          operator: "eq",
          value: parameter(1)
        });
        expect(yield* keysOf(nsid, { where: eq("at", "instant") }, [1704067200000000])).toBe("a");
        expect(yield* keysOf(nsid, { where: eq("n", "integer") }, [7])).toBe("a");
        expect(yield* keysOf(nsid, { where: eq("ref.uri", "string") }, ["at://x"])).toBe("a");
        expect(yield* keysOf(nsid, { where: { _tag: "IsAbsent", path: ["ref"], negated: false } })).toBe("b");
        yield* index.define(setOf(nsid, { at: scalar("string") }));
        expect(yield* keysOf(nsid, { where: eq("at", "string") }, ["yesterday"])).toBe("b");
      })
    );

    it.effect("writes the members of an answer in their order, under their keys", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.writing");
        yield* index.define(
          setOf(nsid, { text: scalar("string"), at: scalar("instant"), n: scalar("integer"), on: scalar("boolean") })
        );
        yield* index.name(alice, Handle.make("old.example"));
        yield* index.name(alice, Handle.make("alice.example"));
        yield* index.put(
          recordOf(nsid, "a", { z: 1, text: 'q"\n\u0000', at: "2024-01-01T00:00:00.1234567Z", n: -1, on: false })
        );
        yield* index.put(recordOf(profile, "self", { displayName: "Alice" }));
        const property = (key: string, type: ScalarType): Field => ({
          _tag: "PropertyField",
          key: `${key}!`,
          property: key,
          shape: { _tag: "ScalarShape", type }
        });
        const selection: ReadonlyArray<Field> = [
          { _tag: "TypenameField", key: "__typename", name: "T" },
          property("text", "string"),
          property("at", "instant"),
          property("n", "integer"),
          property("on", "boolean"),
          property("z", "integer"),
          { _tag: "MetaField", key: "handle", meta: "actorHandle" },
          { _tag: "MetaField", key: "time", meta: "indexedAt" },
          { _tag: "EmptyListField", key: "labels" },
          {
            _tag: "DidRecord",
            key: "profile",
            collection: profile,
            rkey: "self",
            selection: [property("displayName", "string")]
          },
          { _tag: "DidRecord", key: "none", collection: profile, rkey: "other", selection: [uri] },
          { _tag: "ValueField", key: "value" }
        ];
        const query: RecordQuery = {
          roots: [
            { _tag: "TypenameRoot", key: "__typename", name: "Query" },
            { _tag: "RecordRoot", key: "b", collection: nsid, uri: parameter(0), selection },
            { _tag: "RecordRoot", key: "a", collection: nsid, uri: parameter(1), selection },
            {
              _tag: "ViewerRoot",
              key: "me",
              did: parameter(2),
              members: [
                { _tag: "ViewerDid", key: "did" },
                { _tag: "ViewerHandle", key: "handle" },
                { _tag: "ViewerTypename", key: "t", name: "Viewer" }
              ]
            },
            { _tag: "ViewerRoot", key: "nobody", did: null, members: [{ _tag: "ViewerDid", key: "did" }] }
          ]
        };
        expect(yield* index.answer(query, [`at://${alice}/${nsid}/a`, "at://no\u0000where", bob])).toBe(
          '{"__typename":"Query","b":{"__typename":"T","text!":"q\\"\\n\\u0000","at!":"2024-01-01T00:00:00.1234567Z","n!":-1,"on!":false,"z!":1,' +
            '"handle":"alice.example","time":"2024-01-01T00:00:00.000Z","labels":[],"profile":{"displayName!":"Alice"},"none":null,' +
            '"value":{"at":"2024-01-01T00:00:00.1234567Z","n":-1,"on":false,"text":"q\\"\\n\\u0000","z":1}},' +
            '"a":null,"me":{"did":"did:plc:bob","handle":null,"t":"Viewer"},"nobody":null}'
        );
      })
    );

    it.effect("puts nulls last in both directions, and breaks ties by uri in the direction of the last key", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.sorting");
        yield* index.define(setOf(nsid, { n: scalar("integer"), s: scalar("string") }));
        const rows: ReadonlyArray<readonly [string, JsonObject]> = [
          ["a", { n: 1, s: "\uffff" }],
          ["b", { n: 2, s: "\u{10000}" }],
          ["c", { n: "3" }],
          ["d", { n: 2, s: "" }],
          ["e", { n: 1.5, s: "Z" }],
          ["f", { n: 1, s: "a" }]
        ];
        yield* Effect.forEach(rows, ([key, value]) => index.put(recordOf(nsid, key, value)));
        const by = (path: string, type: ScalarType, direction: SortKey["direction"]): SortKey => ({
          operand: operand(path, type),
          direction
        });
        expect(yield* keysOf(nsid, { sort: [by("n", "integer", "ASC")] })).toBe("a f b d c e");
        expect(yield* keysOf(nsid, { sort: [by("n", "integer", "DESC")] })).toBe("d b f a e c");
        expect(yield* keysOf(nsid, { sort: [by("s", "string", "ASC")] })).toBe("d e f a b c");
        expect(yield* keysOf(nsid, { sort: [by("n", "integer", "DESC"), by("s", "string", "ASC")] })).toBe(
          "d b f a e c"
        );
        const last: Partial<Page> = { sort: [by("n", "integer", "ASC")], direction: "backward", take: parameter(1) };
        expect(yield* keysOf(nsid, last, [2])).toBe("c e");
      })
    );

    it.effect("says of every condition true or false, and of a missing value false", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.filtering");
        yield* index.define(setOf(nsid, { s: scalar("string") }));
        const rows: ReadonlyArray<readonly [string, JsonObject]> = [
          ["a", { s: "Straße 50%" }],
          ["b", { s: "strasse 50_" }],
          ["c", { s: "x\u0000Y" }],
          ["d", {}]
        ];
        yield* Effect.forEach(rows, ([key, value], at) =>
          index.put(recordOf(nsid, key, value, { indexedAt: `2024-01-01T00:00:0${9 - at}.000Z` }))
        );
        const s = operand("s", "string");
        const not = (filter: Filter): Filter => ({ _tag: "Not", filter });
        const compare = (operator: "eq" | "ne" | "gt"): Filter => ({
          _tag: "Compare",
          operand: s,
          operator,
          value: parameter(1)
        });
        const among = (negated: boolean): Filter => ({ _tag: "Among", operand: s, negated, values: parameter(1) });
        const text = (operator: "contains" | "startsWith"): Filter => ({
          _tag: "Text",
          operand: s,
          operator,
          value: parameter(1)
        });
        const table: ReadonlyArray<readonly [Filter, ParameterValue, string]> = [
          [compare("ne"), "x\u0000Y", "a b"],
          [not(compare("ne")), "x\u0000Y", "c d"],
          [compare("gt"), "s", "b c"],
          [among(false), ["x\u0000Y", "nothing"], "c"],
          [among(false), [], ""],
          [among(true), [], "a b c"],
          [not(among(true)), [], "d"],
          [text("contains"), "STRASSE", "a b"],
          [text("contains"), "%", "a"],
          [text("contains"), "_", "b"],
          [text("contains"), "\u0000y", "c"],
          [text("contains"), "", "a b c"],
          [text("startsWith"), "s", "b"],
          [text("startsWith"), "x\u0000", "c"],
          [not(text("contains")), "s", "c d"],
          [{ _tag: "Some", filters: [] }, "", ""],
          [not({ _tag: "Some", filters: [] }), "", "a b c d"]
        ];
        for (const [where, value, expected] of table)
          expect(yield* keysOf(nsid, { where }, [value]), JSON.stringify(where)).toBe(expected);
      })
    );

    it.effect("counts what satisfies the filter, wherever the page begins, and knows what lies around it", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.counting");
        yield* index.define(setOf(nsid, {}));
        yield* Effect.forEach(["a", "b", "c", "d"], (key) =>
          index.put(recordOf(nsid, key, {}, { did: key === "d" ? bob : alice }))
        );
        const byAlice: Filter = {
          _tag: "Compare",
          operand: { _tag: "MetaOperand", meta: "did" },
          operator: "eq",
          value: parameter(1)
        };
        const ask = (direction: Page["direction"], take: number, after: string | null) =>
          index.answer(
            pageOf(
              nsid,
              [
                { _tag: "TotalCount", key: "n" },
                {
                  _tag: "PageInfo",
                  key: "i",
                  members: [
                    { _tag: "HasPreviousPage", key: "p" },
                    { _tag: "HasNextPage", key: "n" }
                  ]
                }
              ],
              {
                where: byAlice,
                direction,
                seek: after === null ? null : { values: [parameter(2)], uri: parameter(3) }
              }
            ),
            [take, alice, 1704067200000000, `at://${alice}/${nsid}/${after}`]
          );
        const expected = (p: boolean, n: boolean) => `{"page":{"n":3,"i":{"p":${p},"n":${n}}}}`;
        expect(yield* ask("forward", 3, null)).toBe(expected(false, false));
        expect(yield* ask("forward", 2, null)).toBe(expected(false, true));
        expect(yield* ask("forward", 0, null)).toBe(expected(false, true));
        expect(yield* ask("forward", 1, "c")).toBe(expected(true, true));
        expect(yield* ask("forward", 2, "c")).toBe(expected(true, false));
        expect(yield* ask("forward", 2, "z")).toBe(expected(false, true));
        expect(yield* ask("backward", 2, null)).toBe(expected(true, false));
        expect(yield* ask("backward", 1, "a")).toBe(expected(true, true));
        expect(yield* ask("backward", 2, "a")).toBe(expected(false, true));
        expect(yield* ask("backward", 2, "0")).toBe(expected(true, false));
      })
    );

    it.effect("holds a text that is longer than any index entry", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.long");
        yield* index.define(setOf(nsid, { s: scalar("string") }));
        const long = Array.from({ length: 100_000 }, (_, at) =>
          String.fromCodePoint(0x100 + ((at * 7919) % 0x3000))
        ).join("");
        yield* index.put(recordOf(nsid, "a", { s: long }));
        const equal: Filter = { _tag: "Compare", operand: operand("s", "string"), operator: "eq", value: parameter(1) };
        expect(yield* keysOf(nsid, { where: equal }, [long])).toBe("a");
      })
    );

    it.effect("takes back what a failed transaction wrote", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const atomically = yield* Atomically;
        const nsid = Nsid.make("test.contract.atomic");
        yield* index.define(setOf(nsid, {}));
        const [kept, dropped] = [recordOf(nsid, "kept", {}), recordOf(nsid, "dropped", {})];
        yield* atomically.run(index.put(kept));
        const failed = atomically.run(
          Effect.all([
            index.put(dropped),
            index.remove(kept.uri),
            index.name(bob, Handle.make("b.example")),
            Effect.fail("no")
          ])
        );
        expect(yield* Effect.either(failed)).toEqual(Either.left("no"));
        expect(yield* keysOf(nsid, {})).toBe("kept");
        expect(yield* index.find(dropped.uri)).toEqual(Option.none());
      })
    );
  });
