import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { type ReadModelSnapshot, ReadModelSnapshots } from "../../src/domain/projection/ReadModelSnapshots.ts";

const snapshotOf = (model: string, schemaVersion: number, position: number): ReadModelSnapshot => ({
  model,
  schemaVersion,
  position,
  leafHash: `leaf ${position}`,
  eventTypes: ["ClientRegistered.v2", 'a type with, a comma and "quotes"'],
  digest: `digest ${position}`,
  state: `{"position":${position}}\n{"text":"ü\\n"}`
});

/** Storing, replacing and deleting snapshots of read models. */
export const readModelSnapshotsContract = <E>(name: string, stores: Layer.Layer<ReadModelSnapshots | Atomically, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`ReadModelSnapshots contract: ${name}`, (it) => {
    it.effect("returns a snapshot as it was stored", () =>
      Effect.gen(function* () {
        const { of, save } = yield* ReadModelSnapshots;
        const [model, other] = [randomUUID(), randomUUID()];
        assert.deepStrictEqual(yield* of(model), []);
        const snapshot = snapshotOf(model, 1, 5_000_000_000);
        yield* save(snapshot);
        assert.deepStrictEqual(yield* of(model), [snapshot]);
        assert.deepStrictEqual(yield* of(other), []);
      })
    );

    it.effect("stores an empty state", () =>
      Effect.gen(function* () {
        const { of, save } = yield* ReadModelSnapshots;
        const empty = { ...snapshotOf(randomUUID(), 1, 1), eventTypes: [], state: "" };
        yield* save(empty);
        assert.deepStrictEqual(yield* of(empty.model), [empty]);
      })
    );

    it.effect("replaces a snapshot by one at a higher position only", () =>
      Effect.gen(function* () {
        const { of, save } = yield* ReadModelSnapshots;
        const model = randomUUID();
        yield* save(snapshotOf(model, 1, 7));
        yield* save(snapshotOf(model, 1, 6));
        yield* save({ ...snapshotOf(model, 1, 7), digest: "of another process" });
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 1, 7)]);
        yield* save(snapshotOf(model, 1, 8));
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 1, 8)]);
      })
    );

    it.effect("stores the highest position of many concurrent ones", () =>
      Effect.gen(function* () {
        const { of, save } = yield* ReadModelSnapshots;
        const model = randomUUID();
        const positions = [3, 9, 1, 12, 7, 5, 11, 2, 10, 4, 8, 6];
        yield* Effect.forEach(positions, (position) => save(snapshotOf(model, 1, position)), {
          concurrency: "unbounded"
        });
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 1, 12)]);
      })
    );

    it.effect("keeps the snapshots of a schema version and of the previous one", () =>
      Effect.gen(function* () {
        const { of, save } = yield* ReadModelSnapshots;
        const [model, other] = [randomUUID(), randomUUID()];
        yield* save(snapshotOf(other, 1, 4));
        yield* save(snapshotOf(model, 1, 4));
        yield* save(snapshotOf(model, 2, 3));
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 2, 3), snapshotOf(model, 1, 4)]);
        yield* save(snapshotOf(model, 1, 5));
        yield* save(snapshotOf(model, 3, 5));
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 3, 5), snapshotOf(model, 2, 3)]);
        assert.deepStrictEqual(yield* of(other), [snapshotOf(other, 1, 4)]);
      })
    );

    it.effect("discards the snapshot at one position, after which a lower one can be stored", () =>
      Effect.gen(function* () {
        const { discard, of, save } = yield* ReadModelSnapshots;
        const model = randomUUID();
        yield* save(snapshotOf(model, 1, 9));
        yield* save(snapshotOf(model, 2, 9));
        yield* discard({ model, schemaVersion: 2, position: 8 });
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 2, 9), snapshotOf(model, 1, 9)]);
        yield* discard({ model, schemaVersion: 2, position: 9 });
        yield* save(snapshotOf(model, 2, 4));
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 2, 4), snapshotOf(model, 1, 9)]);
      })
    );

    it.effect("clears all snapshots, in the transaction of the caller", () =>
      Effect.gen(function* () {
        const { clear, of, save } = yield* ReadModelSnapshots;
        const { run } = yield* Atomically;
        const model = randomUUID();
        yield* save(snapshotOf(model, 1, 1));
        yield* Effect.flip(run(Effect.zipRight(clear, Effect.fail("refused"))));
        assert.deepStrictEqual(yield* of(model), [snapshotOf(model, 1, 1)]);
        yield* run(clear);
        assert.deepStrictEqual(yield* of(model), []);
      })
    );
  });
