import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { profile, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const before = Nsid.make("test.contract.clearing.before");
const collection = Nsid.make("test.contract.clearing");
const properties = { text: scalar("string") };

/** What it is to empty an index: it has the index for itself. */
export const recordIndexClear = <E>(name: string, layer: Layer.Layer<RecordIndex | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Emptying the index: ${name}`, (it) => {
    it.effect("removes every record, including those of collections that are not defined now, and counts them", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        assert.strictEqual(yield* index.clear, 0);
        yield* index.define(setOf(before, properties));
        yield* index.put(recordOf(before, "a", { text: "old" }));
        yield* index.define(setOf(collection, properties));
        const records = [recordOf(collection, "a", { text: "x" }), recordOf(profile, "self", {})];
        yield* index.putAll(records);
        assert.strictEqual(yield* index.clear, 3);
        for (const { uri } of records) assert.isTrue(Option.isNone(yield* index.find(uri)));
        yield* index.define(setOf(before, properties));
        assert.isTrue(Option.isNone(yield* index.find(recordOf(before, "a", {}).uri)));
        assert.strictEqual(yield* index.clear, 0);
      })
    );

    it.effect("remembers removals, so that no old record comes back, and accepts new records", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        yield* index.define(setOf(collection, properties));
        const old = recordOf(collection, "b", { text: "x" }, { rev: "3kaaaaaaaaa2a" });
        yield* index.put(old);
        yield* index.remove(old.uri, "3kbbbbbbbbb2a");
        yield* index.clear;
        yield* index.put(old);
        assert.isTrue(Option.isNone(yield* index.find(old.uri)));
        yield* index.put({ ...old, rev: "3kccccccccc2a" });
        assert.isTrue(Option.isSome(yield* index.find(old.uri)));
      })
    );

    it.effect("is rolled back with its transaction", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const atomically = yield* Atomically;
        yield* index.define(setOf(collection, properties));
        const record = recordOf(collection, "c", { text: "x" });
        yield* index.put(record);
        yield* Effect.flip(atomically.run(Effect.zipRight(index.clear, Effect.fail("no"))));
        assert.isTrue(Option.isSome(yield* index.find(record.uri)));
      })
    );
  });
