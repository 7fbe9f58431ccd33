import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import * as StorageMemory from "../../../src/adapters/memory/StorageMemory.ts";
import * as KeptCheckpointMemory from "../../../src/adapters/memory/stores/KeptCheckpointMemory.ts";
import { compareWithKept } from "../../../src/application/transparency/keptCheckpoint.ts";
import { proveConsistency } from "../../../src/application/transparency/proveConsistency.ts";
import { proveEvent } from "../../../src/application/transparency/proveEvent.ts";
import { readSealStatus } from "../../../src/application/transparency/readSealStatus.ts";
import { SealReport, SealReportState } from "../../../src/application/transparency/SealReport.ts";
import { maxSealed, needsSeal, sealNext } from "../../../src/application/transparency/sealNext.ts";
import { sealPeriodically } from "../../../src/application/transparency/sealPeriodically.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { parseCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts";
import { CheckpointSigner } from "../../../src/domain/transparency/CheckpointSigner.ts";
import { verifyConsistency } from "../../../src/domain/transparency/consistencyProof.ts";
import { verifyInclusion } from "../../../src/domain/transparency/inclusionProof.ts";
import { KeptCheckpoint } from "../../../src/domain/transparency/KeptCheckpoint.ts";
import { MerkleFrontier } from "../../../src/domain/transparency/MerkleFrontier.ts";
import { SealedTree } from "../../../src/domain/transparency/SealedTree.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import { tlogProofText } from "../../../src/domain/transparency/tlogProof.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../src/domain/transparency/verifyNote.ts";
import { freshStream, sampleEvents } from "../../contracts/sampleEvent.ts";
import { testSigner } from "../../support/testSigner.ts";

const lease = { name: "seal log", fence: 1 };

const services = Layer.mergeAll(StorageMemory.layer, testSigner, KeptCheckpointMemory.layer);

/** A log of its own, in a process of its own. */
const inNewLog = <A, E>(effect: Effect.Effect<A, E, Layer.Layer.Success<typeof services>>) =>
  effect.pipe(Effect.provideService(SealReport, new SealReportState()), Effect.provide(Layer.fresh(services)));

const inNewProcess = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, SealReport, new SealReportState());

const append = (count: number) => Effect.flatMap(EventLog, (log) => log.append(freshStream(), 0, sampleEvents(count)));

const seal = sealNext(lease);

const sealedSize = Effect.flatMap(SealedTree, ({ latest }) =>
  Effect.map(latest, (found) => Option.match(found, { onNone: () => 0, onSome: ({ size }) => size }))
);

/** Runs an effect with a changed tree, as after a change of the database by its owner. */
const withTree =
  (change: (tree: SealedTree["Type"]) => Partial<SealedTree["Type"]>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SealedTree, (tree) => Effect.provideService(effect, SealedTree, { ...tree, ...change(tree) }));

const withSigner =
  (change: (signer: CheckpointSigner["Type"]) => Partial<CheckpointSigner["Type"]>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CheckpointSigner, (signer) =>
      Effect.provideService(effect, CheckpointSigner, { ...signer, ...change(signer) })
    );

const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(effect), (done) => {
    const failure: unknown = Either.getOrNull(Either.flip(done));
    return failure !== null && typeof failure === "object" && "reason" in failure ? failure.reason : null;
  });

const flipped = (hash: Uint8Array): Uint8Array => hash.map((byte, at) => (at === 0 ? byte ^ 1 : byte));

describe("sealing", () => {
  it.effect("signs checkpoints of the RFC 6962 tree over all events, each consistent with the last", () =>
    inNewLog(
      Effect.gen(function* () {
        const tree = yield* SealedTree;
        const { keys, origin } = yield* CheckpointSigner;
        for (const count of [1, 2, 253, 1, 300]) {
          yield* append(count);
          assert.isTrue(yield* needsSeal);
          assert.strictEqual(Option.getOrThrow(yield* seal).added, count);
          assert.isFalse(yield* needsSeal);
          assert.isTrue(Option.isNone(yield* seal));
        }
        const frontier = new MerkleFrontier();
        const leaves = yield* tree.leafHashes(0, 1000);
        const checkpoints = yield* tree.checkpoints(0, 10);
        for (const { note, rootHash, size } of checkpoints) {
          while (frontier.size() < size) frontier.add(leaves[frontier.size()] ?? new Uint8Array(32));
          assert.deepStrictEqual(new Uint8Array(rootHash), new Uint8Array(frontier.root()));
          const parsed = Either.getOrThrow(parseNote(note));
          assert.isTrue(Either.isRight(verifyNote(parsed, keys, verifyEd25519)));
          const stated = Either.getOrThrow(parseCheckpoint(parsed.text));
          assert.deepStrictEqual([stated.origin, stated.size], [origin, size]);
          const proof = yield* proveConsistency(size);
          assert.isTrue(verifyConsistency({ size, rootHash }, proof.checkpoint, proof.hashes));
        }
        assert.deepStrictEqual(
          checkpoints.map(({ size }) => size),
          [1, 3, 256, 257, 557]
        );
      })
    )
  );

  it.effect("takes a backlog in bounded batches", () =>
    inNewLog(
      Effect.gen(function* () {
        yield* append(maxSealed + 100);
        const read: Array<number> = [];
        const counting = withTree((tree) => ({
          leafHashes: (after, limit) =>
            Effect.tap(tree.leafHashes(after, limit), ({ length }) => Effect.sync(() => read.push(length)))
        }));
        assert.strictEqual(Option.getOrThrow(yield* counting(seal)).added, maxSealed);
        assert.strictEqual(Option.getOrThrow(yield* counting(seal)).added, 100);
        for (const length of read) assert.isAtMost(length, maxSealed + 256);
      })
    )
  );

  it.effect(
    "a crash before, during or after the signature, and after the commit, leads to the same next checkpoint",
    () =>
      inNewLog(
        Effect.gen(function* () {
          const tree = yield* SealedTree;
          yield* append(300);
          yield* seal;
          const steps = [
            withTree(() => ({ leafHashes: () => Effect.die("killed") })),
            withSigner(() => ({ sign: () => Effect.die("killed") })),
            withSigner((signer) => ({ sign: (text) => Effect.zipRight(signer.sign(text), Effect.die("killed")) })),
            withTree(({ seal: store }) => ({
              seal: (held, extend) =>
                store(held, (latest) => Effect.zipRight(extend(latest), Effect.die("killed before the commit")))
            })),
            withTree(({ seal: store }) => ({
              seal: (held, extend) => Effect.zipRight(store(held, extend), Effect.die("killed after the commit"))
            }))
          ];
          for (const [at, dying] of steps.entries()) {
            yield* append(7);
            assert.strictEqual((yield* Effect.exit(inNewProcess(dying(seal))))._tag, "Failure");
            assert.strictEqual(yield* sealedSize, at < 4 ? 300 : 335);
          }
          assert.isTrue(Option.isNone(yield* inNewProcess(seal)));
          yield* append(1);
          yield* inNewProcess(seal);
          const all = yield* tree.checkpoints(0, 100);
          assert.deepStrictEqual(
            all.map(({ size }) => size),
            [300, 335, 336]
          );
          for (const { rootHash, size } of all) {
            const { checkpoint, hashes } = yield* proveConsistency(size);
            assert.isTrue(verifyConsistency({ size, rootHash }, checkpoint, hashes));
          }
        })
      )
  );

  it.effect("is refused for a log that does not continue the last checkpoint, and nothing is signed", () =>
    inNewLog(
      Effect.gen(function* () {
        yield* append(300);
        yield* seal;
        yield* append(5);
        const unsigned = withSigner(() => ({ sign: () => Effect.die("signed") }));
        const refusal = (change: (tree: SealedTree["Type"]) => Partial<SealedTree["Type"]>) =>
          refusalOf(unsigned(withTree(change)(inNewProcess(seal))));
        assert.strictEqual(
          yield* refusal((tree) => ({ leafHashes: (after) => tree.leafHashes(after, 290 - after) })),
          "log-shorter"
        );
        assert.strictEqual(
          yield* refusal((tree) => ({
            leafHashes: (after, limit) =>
              Effect.map(tree.leafHashes(after, limit), (leaves) =>
                leaves.map((leaf, at) => (after + at === 299 ? flipped(leaf) : leaf))
              )
          })),
          "leaves-changed"
        );
        assert.strictEqual(
          yield* refusal((tree) => ({
            tiles: (wanted) =>
              Effect.map(tree.tiles(wanted), (tiles) =>
                tiles.map((tile) => (tile.level === 1 ? { ...tile, hashes: flipped(tile.hashes) } : tile))
              )
          })),
          "tiles-changed"
        );
        assert.strictEqual(yield* refusal(() => ({ tiles: () => Effect.succeed([]) })), "leaves-changed");
        assert.strictEqual(yield* sealedSize, 300);
        assert.strictEqual(Option.getOrThrow(yield* inNewProcess(seal)).added, 5);
      })
    )
  );

  it.effect("is refused in a process that starts on a database without the checkpoint beside it", () =>
    Effect.gen(function* () {
      const { keep } = yield* KeptCheckpoint;
      yield* append(20);
      const first = Option.getOrThrow(yield* inNewProcess(seal));
      yield* keep(first.checkpoint.note);
      const started = Effect.zipRight(compareWithKept, Effect.zipRight(append(1), seal));
      // The same database continues it.
      assert.isTrue(Option.isSome(yield* inNewProcess(started)));
      // An older one does not have it, however many events it gets.
      const older = withTree((tree) => ({ checkpoint: () => Effect.succeedNone, latest: tree.latest }))(started);
      assert.strictEqual(yield* refusalOf(inNewProcess(older)), "checkpoint-lost");
    }).pipe(inNewLog)
  );

  it.effect("is refused in a process that saw a checkpoint which the database no longer has", () =>
    Effect.gen(function* () {
      const report = new SealReportState();
      const inProcess = <A, E>(effect: Effect.Effect<A, E, Layer.Layer.Success<typeof services>>) =>
        effect.pipe(Effect.provideService(SealReport, report), Effect.provide(Layer.fresh(services)));
      yield* inProcess(Effect.zipRight(append(20), seal));
      // Another database, as after a restore: shorter, then of the same size with other events.
      assert.strictEqual(yield* refusalOf(inProcess(Effect.zipRight(append(19), seal))), "checkpoint-lost");
      const sameSize = Effect.gen(function* () {
        yield* append(20);
        yield* Effect.provideService(seal, SealReport, new SealReportState());
        yield* append(1);
        return yield* refusalOf(seal);
      });
      assert.strictEqual(yield* inProcess(sameSize), "checkpoint-lost");
    })
  );
});

it.effect("the sealer seals within a second of an event, and a backlog at about 8,000 events per second", () =>
  inNewLog(
    Effect.gen(function* () {
      yield* append(3 * maxSealed + 100);
      const sealer = yield* Effect.fork(sealPeriodically);
      yield* TestClock.adjust("0 seconds");
      assert.strictEqual(yield* sealedSize, maxSealed);
      yield* TestClock.adjust("1 second");
      assert.strictEqual(yield* sealedSize, maxSealed);
      yield* TestClock.adjust("4 seconds");
      assert.strictEqual(yield* sealedSize, 3 * maxSealed + 100);
      yield* append(1);
      yield* TestClock.adjust("1 second");
      assert.strictEqual(yield* sealedSize, 3 * maxSealed + 101);
      yield* Fiber.interrupt(sealer);
    })
  )
);

describe("proofs", () => {
  it.effect(
    "of every event verify against the latest checkpoint, in at most 2 kB, from tiles and its own leaf only",
    () =>
      inNewLog(
        Effect.gen(function* () {
          const tree = yield* SealedTree;
          const events = yield* append(700);
          yield* seal;
          const { rootHash } = Option.getOrThrow(yield* tree.latest);
          let tiles = 0;
          const countingTiles = withTree(({ leafHashes, tiles: read }) => ({
            leafHashes: (after, limit) => (limit > 1 ? Effect.die("reads many leaves") : leafHashes(after, limit)),
            tiles: (wanted) => {
              tiles = Math.max(tiles, wanted.length);
              return read(wanted);
            }
          }));
          const leaves = yield* tree.leafHashes(0, 700);
          for (const { position } of events) {
            const proof = yield* countingTiles(proveEvent(position));
            const leaf = leaves[position - 1] ?? new Uint8Array(0);
            assert.isTrue(verifyInclusion(proof.index, 700, leaf, proof.hashes, rootHash));
            assert.deepStrictEqual(proof.extra, leaf);
            assert.isBelow(tlogProofText(proof).length, 2048);
          }
          assert.isAtMost(tiles, 4);
        })
      )
  );

  it.effect("are refused for what no checkpoint covers", () =>
    inNewLog(
      Effect.gen(function* () {
        yield* append(3);
        assert.deepInclude(yield* Effect.flip(proveEvent(1)), { _tag: "NotSealed", position: 1, size: 0 });
        yield* seal;
        yield* append(1);
        for (const position of [0, 4]) {
          assert.deepInclude(yield* Effect.flip(proveEvent(position)), { _tag: "NotSealed", position, size: 3 });
          assert.deepInclude(yield* Effect.flip(proveConsistency(position)), { _tag: "NotSealed", size: 3 });
        }
      })
    )
  );

  it.effect("name a tile that is missing", () =>
    inNewLog(
      Effect.gen(function* () {
        yield* append(3);
        yield* seal;
        const failed = yield* Effect.flip(withTree(() => ({ tiles: () => Effect.succeed([]) }))(proveEvent(1)));
        assert.deepInclude(failed, { _tag: "TilesMissing", level: 0, index: 0 });
      })
    )
  );
});

it.effect("the state of sealing says what is not sealed yet", () =>
  inNewLog(
    Effect.gen(function* () {
      yield* append(3);
      const before = yield* readSealStatus;
      assert.deepInclude(before, { size: 0, lagEvents: 3, checkpointAgeSeconds: null, refusal: null });
      yield* seal;
      assert.deepInclude(yield* readSealStatus, { size: 3, lagEvents: 0, lagSeconds: 0, checkpointAgeSeconds: 0 });
    })
  )
);
