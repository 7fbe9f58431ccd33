import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Field, ObjectMember, RecordQuery, Shape } from "../../src/domain/record/query/RecordQuery.ts";
import { pageOf, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const bytes = 100_000;
const nsid = Nsid.make("test.contract.sizes");
const value: Field = { _tag: "ValueField", key: "value" };
const text = (key: string): Field => ({
  _tag: "PropertyField",
  key,
  property: "text",
  shape: { _tag: "ScalarShape", type: "string" }
});
const shaped = (property: string, shape: Shape): Field => ({ _tag: "PropertyField", key: "shaped", property, shape });
const keys = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => `k${at}`);

const nodes = (...selection: ReadonlyArray<Field>): RecordQuery =>
  pageOf(nsid, [{ _tag: "Nodes", key: "nodes", selection }]);

/** Holds every record index to the size that its answers may have: `bytes` of them. */
export const recordIndexSizes = <E>(name: string, layer: (answerBytes: number) => Layer.Layer<RecordIndex, E>) =>
  it.layer(layer(bytes), { timeout: "60 seconds" })(`RecordIndex sizes: ${name}`, (it) => {
    const filled = (...values: ReadonlyArray<JsonObject>) =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        yield* index.define(setOf(nsid, { text: scalar("string"), some: { _tag: "Unknown" } }));
        yield* Effect.forEach(["a", "b", "c"], (rkey) => index.remove(recordOf(nsid, rkey, {}).uri, null));
        yield* Effect.forEach(values, (each, at) => index.put(recordOf(nsid, "abc".charAt(at), each)));
        const run = (query: RecordQuery) => index.query(query, [1000]);
        return {
          query: run,
          refusal: (query: RecordQuery) => Effect.map(Effect.flip(run(query)), ({ reason }) => reason)
        };
      });

    it.effect("returns a result of exactly the maximum size, and fails for one more byte", () =>
      Effect.gen(function* () {
        const twice = nodes(text("s"), text("t"));
        const around = '{"page":{"nodes":[{"s":"","t":""}]}}'.length;
        const half = "é".repeat((bytes - around) / 4);
        const fits = yield* filled({ text: half });
        expect(Buffer.byteLength(yield* fits.query(twice))).toBe(bytes);
        const larger = yield* filled({ text: `${half}x` });
        expect(yield* larger.refusal(twice)).toBe("too-large");
        expect(yield* larger.query(nodes())).toBe('{"page":{"nodes":[{}]}}');
      })
    );

    it.effect("counts many rows, and values that are returned more than once", () =>
      Effect.gen(function* () {
        const some = yield* filled({ text: "x".repeat(60_000) }, { text: "y".repeat(60_000) });
        expect(yield* some.refusal(nodes(value))).toBe("too-large");
        const one = yield* filled({ text: "x".repeat(30_000) });
        expect(yield* one.query(nodes(...keys(3).map(text)))).toHaveLength(
          90_000 + '{"page":{"nodes":[{"k0":"","k1":"","k2":""}]}}'.length
        );
        expect(yield* one.refusal(nodes(...keys(4).map(text)))).toBe("too-large");
      })
    );

    it.effect("counts what a shape multiplies", () =>
      Effect.gen(function* () {
        const { query, refusal } = yield* filled({ some: Array.from({ length: 20_000 }, () => ({})) });
        const members = keys(900).map(
          (key): ObjectMember => ({ _tag: "ObjectProperty", key, property: "x", shape: { _tag: "JsonShape" } })
        );
        const list = (asked: ReadonlyArray<ObjectMember>): Shape => ({
          _tag: "ListShape",
          item: { _tag: "ObjectShape", members: asked }
        });
        expect(yield* refusal(nodes(shaped("some", list(members))))).toBe("too-large");
        expect(yield* query(nodes(shaped("some", list([]))))).toContain("{},{}");
        const wide = yield* filled({ some: { x: ["y".repeat(200), { z: "y".repeat(200) }] } });
        const object: Shape = { _tag: "ObjectShape", members };
        expect(yield* wide.refusal(nodes(shaped("some", object)))).toBe("too-large");
      })
    );
  });
