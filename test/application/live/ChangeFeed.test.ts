import { assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as Stream from "effect/Stream";
import { layer as memoryStore } from "../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { ChangeFeed, layer as changeFeed } from "../../../src/application/live/ChangeFeed.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import type { ChangePage } from "../../../src/domain/record/change/RecordChanges.ts";
import { RecordChanges } from "../../../src/domain/record/change/RecordChanges.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { recordOf, scalar, setOf } from "../../contracts/recordIndexFixture.ts";

const collection = Nsid.make("test.live.feed");
const record = (rkey: string) => recordOf(collection, rkey, { text: rkey });

/** Counts the reads of the change log. */
class Reads extends Context.Tag("test/Reads")<Reads, Ref.Ref<number>>() {}

const counted = Layer.effect(
  RecordChanges,
  Effect.gen(function* () {
    const changes = yield* RecordChanges;
    const reads = yield* Reads;
    return {
      ...changes,
      read: (after, limit) =>
        Effect.zipRight(
          Ref.update(reads, (n) => n + 1),
          changes.read(after, limit)
        )
    };
  })
);

const layer = changeFeed.pipe(
  Layer.provide(counted),
  Layer.provideMerge(Layer.effect(Reads, Ref.make(0))),
  Layer.provideMerge(Layer.provide(recordIndexMemory(), memoryStore))
);

const prepared = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  const feed = yield* ChangeFeed;
  return { index, feed, start: yield* feed.head };
});

const keys = (pages: Iterable<ChangePage>) =>
  Array.from(pages).flatMap(({ changes }) => changes.map(({ uri }) => uri.slice(uri.lastIndexOf("/") + 1)));

const collect = (count: number) => (pages: Stream.Stream<ChangePage, unknown>) =>
  pages.pipe(
    Stream.mapConcat((page) => page.changes.map((change) => ({ ...page, changes: [change] }))),
    Stream.take(count),
    Stream.runCollect,
    Effect.map(Chunk.toReadonlyArray),
    Effect.map(keys)
  );

it.scoped("returns what was committed after the cursor, and goes on with later commits", () =>
  Effect.gen(function* () {
    const { feed, index, start } = yield* prepared;
    yield* index.put(record("a"));
    const following = yield* Effect.fork(collect(3)(feed.follow(start)));
    yield* Effect.yieldNow();
    yield* index.put(record("b"));
    yield* index.put(record("c"));
    assert.deepStrictEqual(yield* Fiber.join(following), ["a", "b", "c"]);
  }).pipe(Effect.provide(layer))
);

it.scoped("reads a page once for all who follow from the same cursor", () =>
  Effect.gen(function* () {
    const { feed, index, start } = yield* prepared;
    yield* index.putAll(["a", "b", "c"].map(record));
    const reads = yield* Reads;
    const before = yield* Ref.get(reads);
    const found = yield* Effect.forEach(Array.from({ length: 100 }), () => collect(3)(feed.follow(start)), {
      concurrency: "unbounded"
    });
    for (const each of found) assert.deepStrictEqual(each, ["a", "b", "c"]);
    assert.strictEqual((yield* Ref.get(reads)) - before, 1);
  }).pipe(Effect.provide(layer))
);

it.scoped("fails for a cursor that nobody can continue at", () =>
  Effect.gen(function* () {
    const { feed, start } = yield* prepared;
    const failure = yield* Effect.flip(Stream.runDrain(feed.follow({ ...start, commit: start.commit + 9 })));
    assert.strictEqual(failure.reason, "ahead");
  }).pipe(Effect.provide(layer))
);
