import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Cosignatures } from "../../src/domain/transparency/publishing/Cosignatures.ts";
import { type SealedCheckpoint, SealedTree } from "../../src/domain/transparency/SealedTree.ts";

const checkpoint = (size: number): SealedCheckpoint => ({
  origin: "log.example/log",
  size,
  rootHash: new Uint8Array(32),
  note: `note ${size}\n`,
  sealedAt: "2026-03-01T10:20:30.123Z"
});

const seal = (size: number) =>
  Effect.flatMap(SealedTree, (tree) =>
    tree.seal({ name: "seal log", fence: 1 }, () =>
      Effect.succeed(Option.some({ tiles: [], checkpoint: checkpoint(size), verifierKey: "key" }))
    )
  );

/** Cosignatures beside checkpoints. */
export const cosignaturesContract = <E>(name: string, layer: Layer.Layer<Cosignatures | SealedTree, E>) =>
  it.effect(
    `Cosignatures contract: ${name}`,
    () =>
      Effect.gen(function* () {
        const { largestBy, linesOf, store } = yield* Cosignatures;
        yield* Effect.forEach([5, 9, 12], seal);
        assert.deepStrictEqual(yield* linesOf(5), []);
        assert.strictEqual(yield* largestBy("one"), 0);
        yield* store({ size: 9, witness: "two", line: "line of two\n", time: 1_700_000_000 });
        yield* store({ size: 9, witness: "one", line: "line of one\n", time: 1_700_000_000 });
        yield* store({ size: 5, witness: "one", line: "line of one\n", time: 1_700_000_001 });
        assert.deepStrictEqual(yield* linesOf(9), ["line of one\n", "line of two\n"]);
        assert.deepStrictEqual(yield* linesOf(12), []);
        assert.strictEqual(yield* largestBy("one"), 9);
        yield* store({ size: 9, witness: "one", line: "later line of one\n", time: 1_700_000_002 });
        assert.deepStrictEqual(yield* linesOf(9), ["later line of one\n", "line of two\n"]);
      }).pipe(Effect.provide(Layer.fresh(layer))),
    60_000
  );
