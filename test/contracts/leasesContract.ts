import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Leases } from "../../src/domain/lease/Leases.ts";

const minute = 60_000;

/** Holding, ending and fencing leases. */
export const leasesContract = <E>(name: string, leases: Layer.Layer<Leases, E>) =>
  it.layer(leases, { timeout: "60 seconds" })(`Leases contract: ${name}`, (it) => {
    it.effect("grants a lease to exactly one of many callers", () =>
      Effect.gen(function* () {
        const { acquire } = yield* Leases;
        const lease = randomUUID();
        const taken = yield* Effect.forEach(Array.from({ length: 30 }), () => acquire(lease, minute), {
          concurrency: "unbounded"
        });
        assert.strictEqual(taken.filter(Option.isSome).length, 1);
        assert.isTrue(Option.isSome(yield* acquire(randomUUID(), minute)));
      })
    );

    it.effect("grants the lease to the next holder with a higher fence after a release or an expiry", () =>
      Effect.gen(function* () {
        const { acquire, release } = yield* Leases;
        const lease = randomUUID();
        const first = Option.getOrThrow(yield* acquire(lease, minute));
        yield* release(first);
        const second = Option.getOrThrow(yield* acquire(lease, 0));
        const third = Option.getOrThrow(yield* acquire(lease, minute));
        assert.isBelow(first.fence, second.fence);
        assert.isBelow(second.fence, third.fence);
      })
    );

    it.effect("extends a lease for its holder only", () =>
      Effect.gen(function* () {
        const { acquire, release, renew } = yield* Leases;
        const lease = randomUUID();
        const first = Option.getOrThrow(yield* acquire(lease, minute));
        assert.isTrue(yield* renew(first, minute));
        assert.deepStrictEqual(yield* acquire(lease, minute), Option.none());
        assert.isTrue(yield* renew(first, 0));
        assert.isFalse(yield* renew(first, minute));
        const second = Option.getOrThrow(yield* acquire(lease, minute));
        assert.isFalse(yield* renew(first, 0));
        assert.isTrue(yield* renew(second, minute));
        yield* release(second);
        assert.isFalse(yield* renew(second, minute));
        assert.isFalse(yield* renew({ name: randomUUID(), fence: 1 }, minute));
      })
    );

    it.effect("does not let a late holder release the lease of another", () =>
      Effect.gen(function* () {
        const { acquire, release } = yield* Leases;
        const lease = randomUUID();
        const late = Option.getOrThrow(yield* acquire(lease, 0));
        yield* acquire(lease, minute);
        yield* release(late);
        assert.deepStrictEqual(yield* acquire(lease, minute), Option.none());
      })
    );
  });
