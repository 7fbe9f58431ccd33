import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { PropertyType, ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { OperandType } from "../../src/domain/record/query/OperandType.ts";
import type { Filter } from "../../src/domain/record/query/RecordQuery.ts";

import { bob, keysOf, operand, pageOf, parameter, recordOf, scalar, setOf, unheard } from "./recordIndexFixture.ts";

/** What every record index does. Each test has a collection of its own, so that an implementation may be shared by all. */
export const recordIndexContract = <E>(name: string, layer: Layer.Layer<RecordIndex | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex contract: ${name}`, (it) => {
    it.effect("returns what was put, including awkward characters and members", () =>
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

    it.effect("replaces and removes records, and finds none where there is none", () =>
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
        yield* index.remove(record.uri, null);
        yield* index.remove(record.uri, null);
        expect(yield* index.find(record.uri)).toEqual(Option.none());
        expect(yield* keysOf(nsid, {})).toBe("");
      })
    );

    it.effect("does not store records of an unknown collection, and does not fail when they are requested", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const record = recordOf(unheard, "a", {});
        yield* index.put(record);
        yield* index.remove(record.uri, null);
        expect(yield* index.find(record.uri)).toEqual(Option.none());
        expect(yield* index.query(pageOf(unheard, [{ _tag: "TotalCount", key: "n" }]), [1])).toBe('{"page":{"n":0}}');
        yield* index.define(setOf(unheard, {}));
        expect(yield* index.find(record.uri)).toEqual(Option.none());
      })
    );

    it.effect("reads earlier records by the current Lexicons", () =>
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

    it.effect("compares links by their CID, and bytes with or without padding", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.links");
        yield* index.define(setOf(nsid, { hash: { _tag: "CidLink" }, key: { _tag: "Bytes" } }));
        yield* index.put(recordOf(nsid, "a", { hash: { $link: "bafya" }, key: { $bytes: "AAE=" } }));
        yield* index.put(recordOf(nsid, "b", { hash: { $link: "bafyb" }, key: { $bytes: "AAE" } }));
        yield* index.put(recordOf(nsid, "c", { hash: "bafya", key: {} }));
        const oldest = { sort: [{ operand: { _tag: "MetaOperand", meta: "rkey" }, direction: "ASC" }] } as const;
        const where = (path: string, type: OperandType, operator: "eq" | "ne"): Filter => ({
          _tag: "Compare",
          operand: operand(path, type),
          operator,
          value: parameter(1)
        });
        const isNull: Filter = { _tag: "IsNull", operand: operand("hash", "link"), negated: false };
        expect(yield* keysOf(nsid, { ...oldest, where: where("hash", "link", "eq") }, ["bafya"])).toBe("a");
        expect(yield* keysOf(nsid, { ...oldest, where: where("hash", "link", "ne") }, ["bafya"])).toBe("b");
        expect(yield* keysOf(nsid, { ...oldest, where: where("key", "bytes", "eq") }, ["AAE"])).toBe("a b");
        expect(yield* keysOf(nsid, { ...oldest, where: isNull })).toBe("c");
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

    it.effect("rolls back what a failed transaction wrote", () =>
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
            index.remove(kept.uri, null),
            index.putActor({ did: bob, handle: Handle.make("b.example"), pds: null }),
            Effect.fail("no")
          ])
        );
        expect(yield* Effect.either(failed)).toEqual(Either.left("no"));
        expect(yield* keysOf(nsid, {})).toBe("kept");
        expect(yield* index.find(dropped.uri)).toEqual(Option.none());
      })
    );
  });
