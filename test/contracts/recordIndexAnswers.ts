import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type {
  Field,
  Filter,
  Page,
  ParameterValue,
  RecordQuery,
  SortKey
} from "../../src/domain/record/query/RecordQuery.ts";

import {
  alice,
  bob,
  keysOf,
  operand,
  pageOf,
  parameter,
  profile,
  recordOf,
  scalar,
  setOf,
  uri
} from "./recordIndexFixture.ts";

/** What the answers of every record index are. Each test has a collection of its own, so that an implementation may be shared by all. */
export const recordIndexAnswers = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex answers: ${name}`, (it) => {
    it.effect("writes the members of a result in their order, under their keys", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.writing");
        yield* index.define(
          setOf(nsid, { text: scalar("string"), at: scalar("instant"), n: scalar("integer"), on: scalar("boolean") })
        );
        yield* index.putActor({ did: alice, handle: Handle.make("old.example"), pds: null });
        yield* index.putActor({ did: alice, handle: Handle.make("alice.example"), pds: null });
        yield* index.put(
          recordOf(nsid, "a", { z: 1, text: 'q"\n\u0000é🌊', at: "2024-01-01T00:00:00.1234567Z", n: -1, on: false })
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
          { _tag: "LabelsField", key: "labels", members: [{ _tag: "LabelProperty", key: "val", property: "val" }] },
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
        const parameters = [`at://${alice}/${nsid}/a`, "at://no\u0000where", bob];
        const text = yield* index.query(query, parameters);
        expect(Buffer.from(yield* index.queryBytes(query, parameters)).toString()).toBe(text);
        expect(text).toBe(
          '{"__typename":"Query","b":{"__typename":"T","text!":"q\\"\\n\\u0000é🌊","at!":"2024-01-01T00:00:00.1234567Z","n!":-1,"on!":false,"z!":1,' +
            '"handle":"alice.example","time":"2024-01-01T00:00:00.000Z","labels":[],"profile":{"displayName!":"Alice"},"none":null,' +
            '"value":{"at":"2024-01-01T00:00:00.1234567Z","n":-1,"on":false,"text":"q\\"\\n\\u0000é🌊","z":1}},' +
            '"a":null,"me":{"did":"did:plc:bob","handle":null,"t":"Viewer"},"nobody":null}'
        );
      })
    );

    it.effect("puts nulls last in both directions, and breaks ties by URI in the direction of the last key", () =>
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

    it.effect("evaluates every condition to true or false, and to false for a missing value", () =>
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

    it.effect(
      "counts the rows that satisfy the filter wherever the page begins, and knows whether rows surround it",
      () =>
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
          const ask = (direction: Page["direction"], take: number, at: string | null) =>
            index.query(
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
                  [direction === "forward" ? "after" : "before"]:
                    at === null ? null : { values: [parameter(2)], uri: parameter(3) }
                }
              ),
              [take, alice, 1704067200000000, `at://${alice}/${nsid}/${at}`]
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
  });
