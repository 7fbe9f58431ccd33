import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { RemovedRecords } from "../../src/domain/record/index/RemovedRecords.ts";
import { recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.removed");

const prepared = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  return { index, removed: yield* RemovedRecords };
});

/** What is remembered of removed records. */
export const removedRecordsContract = <E>(name: string, layer: Layer.Layer<RecordIndex | RemovedRecords, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RemovedRecords contract: ${name}`, (it) => {
    it.effect("returns nothing about a record that no commit removed", () =>
      Effect.gen(function* () {
        const { index, removed } = yield* prepared;
        const record = recordOf(collection, "there", { text: "a" }, { rev: "3kaaaaaaaaa2a" });
        yield* index.put(record);
        assert.deepStrictEqual(yield* removed.find(record.uri), Option.none());
        yield* index.remove(record.uri, null);
        assert.deepStrictEqual(yield* removed.find(record.uri), Option.none());
      })
    );

    it.effect("returns the latest commit that removed a record, in whatever order they arrived", () =>
      Effect.gen(function* () {
        const { index, removed } = yield* prepared;
        const { uri } = recordOf(collection, "gone", {});
        yield* index.remove(uri, "3kbbbbbbbbb2a");
        yield* index.remove(uri, "3kaaaaaaaaa2a");
        const { removedAt, rev } = Option.getOrThrow(yield* removed.find(uri));
        assert.strictEqual(rev, "3kbbbbbbbbb2a");
        assert.isTrue(Number.isFinite(removedAt));
      })
    );
  });
