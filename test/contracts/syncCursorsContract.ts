import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { LeaseLost, SyncCursors } from "../../src/domain/sync/stream/SyncCursors.ts";

const start = { cursor: null, time: null, generation: 0 };
const freshAddress = () => `wss://${randomUUID()}.test`;
const leases = () => {
  const name = randomUUID();
  return { first: { name, fence: 1 }, second: { name, fence: 2 } };
};

/** How far sources are stored, and who may move that. */
export const syncCursorsContract = <E>(name: string, stores: Layer.Layer<SyncCursors | Atomically, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`SyncCursors contract: ${name}`, (it) => {
    it.effect("stores the cursor of each address", () =>
      Effect.gen(function* () {
        const { advance, find, takeOver } = yield* SyncCursors;
        const [address, other, { first }] = [freshAddress(), freshAddress(), leases()];
        assert.deepStrictEqual(yield* find(address), start);
        assert.deepStrictEqual(yield* takeOver(address, first), start);
        yield* advance(address, first, 17, null);
        assert.deepStrictEqual(yield* find(address), { cursor: 17, time: null, generation: 0 });
        yield* advance(address, first, 1_790_000_000_123_456, 1_790_000_000_123);
        const stored = { cursor: 1_790_000_000_123_456, time: 1_790_000_000_123, generation: 0 };
        assert.deepStrictEqual(yield* find(address), stored);
        assert.deepStrictEqual(yield* takeOver(address, first), stored);
        yield* advance(address, first, 3, 4);
        assert.deepStrictEqual(yield* find(address), { cursor: 3, time: 4, generation: 0 });
        assert.deepStrictEqual(yield* find(other), start);
      })
    );

    it.effect("starts over with the next generation", () =>
      Effect.gen(function* () {
        const { advance, find, restart, takeOver } = yield* SyncCursors;
        const [address, { first }] = [freshAddress(), leases()];
        yield* takeOver(address, first);
        assert.deepStrictEqual(yield* restart(address, first), { ...start, generation: 1 });
        yield* advance(address, first, 9, 9);
        assert.deepStrictEqual(yield* restart(address, first), { ...start, generation: 2 });
        yield* advance(address, first, 2, null);
        assert.deepStrictEqual(yield* find(address), { cursor: 2, time: null, generation: 2 });
      })
    );

    it.effect("refuses a former holder at every address", () =>
      Effect.gen(function* () {
        const { advance, find, restart, takeOver } = yield* SyncCursors;
        const [address, other, { first, second }] = [freshAddress(), freshAddress(), leases()];
        yield* takeOver(address, first);
        yield* advance(address, first, 5, null);
        assert.deepStrictEqual(yield* takeOver(other, second), start);
        for (const refused of [
          advance(address, first, 6, null),
          restart(address, first),
          advance(other, first, 6, null),
          takeOver(address, first)
        ]) {
          const lost = yield* Effect.flip(refused);
          assert.instanceOf(lost, LeaseLost);
        }
        assert.deepStrictEqual(yield* find(address), { cursor: 5, time: null, generation: 0 });
        assert.deepStrictEqual(yield* find(other), start);
        yield* advance(address, second, 6, null);
      })
    );

    it.effect("refuses a lease that never took over", () =>
      Effect.gen(function* () {
        const { advance, find } = yield* SyncCursors;
        const [address, { first }] = [freshAddress(), leases()];
        assert.deepStrictEqual(
          yield* Effect.either(advance(address, first, 1, null)),
          Either.left(new LeaseLost({ address }))
        );
        assert.deepStrictEqual(yield* find(address), start);
      })
    );

    it.effect("moves with the transaction, or not at all (EV-05)", () =>
      Effect.gen(function* () {
        const { advance, find, takeOver } = yield* SyncCursors;
        const { run } = yield* Atomically;
        const [address, { first }] = [freshAddress(), leases()];
        yield* takeOver(address, first);
        yield* Effect.flip(run(Effect.zipRight(advance(address, first, 1, null), Effect.fail("refused"))));
        assert.deepStrictEqual(yield* find(address), start);
        yield* run(advance(address, first, 2, null));
        assert.deepStrictEqual(yield* find(address), { cursor: 2, time: null, generation: 0 });
      })
    );

    it.effect("lets the next holder wait for the transaction of the former one, and continue after it", () =>
      Effect.gen(function* () {
        const { advance, takeOver } = yield* SyncCursors;
        const { run } = yield* Atomically;
        const [address, { first, second }] = [freshAddress(), leases()];
        yield* takeOver(address, first);
        const [moved, finish] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
        const former = yield* Effect.fork(
          run(
            Effect.gen(function* () {
              yield* advance(address, first, 8, null);
              yield* Deferred.succeed(moved, undefined);
              yield* Deferred.await(finish);
            })
          )
        );
        yield* Deferred.await(moved);
        const next = yield* Effect.fork(takeOver(address, second));
        yield* Effect.yieldNow();
        yield* Deferred.succeed(finish, undefined);
        yield* Fiber.join(former);
        assert.deepStrictEqual(yield* Fiber.join(next), { cursor: 8, time: null, generation: 0 });
        assert.instanceOf(yield* Effect.flip(advance(address, first, 9, null)), LeaseLost);
      })
    );
  });
