import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { RemovedRecords } from "../../../../src/domain/record/index/RemovedRecords.ts";
import { recordOf, scalar, setOf } from "../../../contracts/recordIndexFixture.ts";
import { removedRecordsContract } from "../../../contracts/removedRecordsContract.ts";

const memory = recordIndexMemory().pipe(Layer.provide(memoryStore));

removedRecordsContract("memory", memory);

it.effect("RemovedRecords in memory have the time of the clock", () =>
  Effect.gen(function* () {
    const collection = Nsid.make("test.contract.removed");
    const index = yield* RecordIndex;
    const removed = yield* RemovedRecords;
    yield* index.define(setOf(collection, { text: scalar("string") }));
    yield* TestClock.setTime(1_795_867_200_000);
    const { uri } = recordOf(collection, "gone", {});
    yield* index.remove(uri, "3kbbbbbbbbb2a");
    assert.deepStrictEqual(
      yield* removed.find(uri),
      Option.some({ rev: "3kbbbbbbbbb2a", removedAt: 1_795_867_200_000 })
    );
  }).pipe(Effect.provide(memory))
);
