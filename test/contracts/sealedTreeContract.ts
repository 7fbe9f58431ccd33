import { assert, describe, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { GrowingTree } from "../../src/domain/transparency/GrowingTree.ts";
import { type Seal, type SealedCheckpoint, SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { partialTiles } from "../../src/domain/transparency/Tile.ts";
import { freshStream, sampleEvents } from "./sampleEvent.ts";

const name = "seal log";

const append = (count: number) => Effect.flatMap(EventLog, (log) => log.append(freshStream(), 0, sampleEvents(count)));

const sizeOf = (latest: Option.Option<SealedCheckpoint>) =>
  Option.match(latest, { onNone: () => 0, onSome: ({ size }) => size });

/** Extends the tree by the next leaves, at most `limit`, with a note that says what it is of. */
const extendBy = Effect.fnUntraced(function* (
  latest: Option.Option<SealedCheckpoint>,
  limit: number,
  note: string = "note"
) {
  const tree = yield* SealedTree;
  const size = sizeOf(latest);
  const growing = new GrowingTree(size, yield* tree.tiles(partialTiles(size)));
  for (const leaf of yield* tree.leafHashes(size, limit)) growing.add(leaf);
  if (growing.size() === size) return Option.none<Seal>();
  const checkpoint = {
    origin: "log.example/log",
    size: growing.size(),
    rootHash: growing.root(),
    note,
    sealedAt: "2026-03-01T10:20:30.123Z"
  };
  return Option.some({ tiles: growing.changedTiles(), checkpoint, verifierKey: `key of ${note}` });
});

const seal = (limit: number, fence = 1, note = "note") =>
  Effect.flatMap(SealedTree, (tree) => tree.seal({ name, fence }, (latest) => extendBy(latest, limit, note)));

const plain = (hashes: ReadonlyArray<Uint8Array>) => hashes.map((hash) => Encoding.encodeBase64Url(hash));

/** Tiles, checkpoints and the order of seals. Each test has a log of its own. */
export const sealedTreeContract = <E>(adapter: string, stores: Layer.Layer<SealedTree | EventLog, E>) =>
  describe(`SealedTree contract: ${adapter}`, () => {
    const test = <A, F>(title: string, effect: Effect.Effect<A, F, SealedTree | EventLog>) =>
      it.effect(title, () => Effect.provide(effect, Layer.fresh(stores)), 60_000);

    test(
      "has no checkpoint, tile or key before the first seal, and nothing to seal in an empty log",
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        assert.isTrue(Option.isNone(yield* seal(10)));
        assert.isTrue(Option.isNone(yield* tree.latest));
        assert.deepStrictEqual(yield* tree.checkpoints(0, 10), []);
        assert.deepStrictEqual(yield* tree.tiles([{ level: 0, index: 0 }]), []);
        assert.deepStrictEqual(yield* tree.verifierKeys, []);
        assert.deepStrictEqual(yield* tree.leafHashes(0, 10), []);
      })
    );

    test(
      "returns the leaf hashes of a range of positions",
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        const events = yield* append(20);
        const hashes = events.map(({ leafHash }) => leafHash);
        assert.deepStrictEqual(plain(yield* tree.leafHashes(0, 100)), hashes);
        assert.deepStrictEqual(plain(yield* tree.leafHashes(5, 3)), hashes.slice(5, 8));
        assert.deepStrictEqual(yield* tree.leafHashes(20, 3), []);
      })
    );

    test(
      "stores the tiles, the checkpoint and the key of each seal, and only adds to them",
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        const events = yield* append(600);
        for (const limit of [1, 255, 1, 43, 300]) yield* seal(limit, 1, `note ${limit}`);
        const sizes = [1, 256, 257, 300, 600];
        const all = yield* tree.checkpoints(0, 100);
        assert.deepStrictEqual(
          all.map(({ size }) => size),
          sizes
        );
        assert.deepStrictEqual(yield* tree.checkpoints(256, 2), all.slice(2, 4));
        assert.deepStrictEqual(yield* tree.latest, Option.fromNullable(all[4]));
        assert.deepStrictEqual(yield* tree.checkpoint(257), Option.fromNullable(all[2]));
        assert.isTrue(Option.isNone(yield* tree.checkpoint(258)));
        assert.strictEqual(all[4]?.note, "note 300");
        const wanted = [0, 1, 2, 3].map((index) => ({ level: 0, index }));
        const tiles = [...(yield* tree.tiles([...wanted, { level: 1, index: 0 }]))].sort(
          (one, other) => one.level - other.level || one.index - other.index
        );
        assert.deepStrictEqual(
          tiles.map(({ index, level, width }) => [level, index, width]),
          [
            [0, 0, 256],
            [0, 1, 256],
            [0, 2, 88],
            [1, 0, 2]
          ]
        );
        const leaves = tiles
          .slice(0, 3)
          .flatMap(({ hashes, width }) =>
            Array.from({ length: width }, (_, at) => hashes.subarray(at * 32, at * 32 + 32))
          );
        assert.deepStrictEqual(
          plain(leaves),
          events.map(({ leafHash }) => leafHash)
        );
        assert.sameMembers(
          [...(yield* tree.verifierKeys)],
          ["key of note 1", "key of note 255", "key of note 43", "key of note 300"]
        );
        assert.strictEqual((yield* tree.verifierKeys)[0], "key of note 300");
      })
    );

    test(
      "stores nothing after a failure or a defect of the extension",
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        yield* append(5);
        const failed = tree.seal({ name, fence: 1 }, (latest) =>
          Effect.zipRight(extendBy(latest, 5), Effect.fail("a reason" as const))
        );
        assert.strictEqual(yield* Effect.flip(failed), "a reason");
        const died = tree.seal({ name, fence: 1 }, () => Effect.die("a defect"));
        assert.isTrue(Exit.isFailure(yield* Effect.exit(died)));
        assert.isTrue(Option.isNone(yield* tree.latest));
        assert.strictEqual(sizeOf(yield* seal(5)), 5);
      })
    );

    test(
      "runs one seal at a time, so that there are never two checkpoints of one size",
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        yield* append(40);
        const started = yield* Deferred.make<void>();
        const first = yield* Effect.fork(
          tree.seal({ name, fence: 1 }, (latest) =>
            Effect.zipRight(
              Deferred.succeed(started, undefined),
              Effect.zipRight(Effect.yieldNow(), extendBy(latest, 40, "first"))
            )
          )
        );
        yield* Deferred.await(started);
        const others = yield* Effect.forEach(["second", "third"], (note) => seal(40, 1, note), { concurrency: 2 });
        assert.strictEqual(sizeOf(yield* first), 40);
        assert.deepStrictEqual(others, [Option.none(), Option.none()]);
        const all = yield* tree.checkpoints(0, 10);
        assert.deepStrictEqual(
          all.map(({ note, size }) => [size, note]),
          [[40, "first"]]
        );
      })
    );

    test(
      "refuses a former holder of the lease once a later one has sealed",
      Effect.gen(function* () {
        yield* append(5);
        yield* seal(2, 1);
        yield* seal(2, 3);
        const late = yield* Effect.flip(seal(1, 2));
        assert.strictEqual(late._tag, "SealSuperseded");
        assert.strictEqual(sizeOf(yield* (yield* SealedTree).latest), 4);
        assert.strictEqual(sizeOf(yield* seal(1, 3)), 5);
      })
    );
  });
