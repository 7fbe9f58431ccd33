import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { layer as memoryStore } from "../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { forgetChanges } from "../../../src/application/live/forgetChanges.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordChanges } from "../../../src/domain/record/change/RecordChanges.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { recordOf, scalar, setOf } from "../../contracts/recordIndexFixture.ts";

const collection = Nsid.make("test.live.forgotten");
const put = (rkey: string) =>
  Effect.flatMap(RecordIndex, (index) => index.put(recordOf(collection, rkey, { text: rkey })));

it.effect("deletes the changes that are older than the retention, in several batches, and keeps the others", () =>
  Effect.gen(function* () {
    yield* (yield* RecordIndex).define(setOf(collection, { text: scalar("string") }));
    const changes = yield* RecordChanges;
    yield* Effect.forEach(
      Array.from({ length: 1_200 }, (_, at) => `old${at}`),
      put
    );
    const old = yield* changes.head;
    yield* TestClock.adjust("73 hours");
    yield* put("new");
    assert.strictEqual(yield* forgetChanges(72), 1_200);
    assert.strictEqual(yield* forgetChanges(72), 0);
    const { changes: kept } = yield* changes.read(old, 10);
    assert.strictEqual(kept.length, 1);
  }).pipe(Effect.provide(Layer.provide(recordIndexMemory(), memoryStore)))
);
