import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { ReplayGuard } from "../../src/domain/dpop/ReplayGuard.ts";

/** Remembering proofs once over everybody who asks. */
export const replayGuardContract = <E>(name: string, guard: Layer.Layer<ReplayGuard, E>) =>
  it.layer(guard, { timeout: "60 seconds" })(`ReplayGuard contract: ${name}`, (it) => {
    it.effect("accepts a proof once, regardless of concurrent presentations", () =>
      Effect.gen(function* () {
        const { remember } = yield* ReplayGuard;
        const jti = randomUUID();
        const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => remember("key-1", jti, 60_000), {
          concurrency: "unbounded"
        });
        assert.strictEqual(answers.filter(Boolean).length, 1);
        assert.isFalse(yield* remember("key-1", jti, 90_000));
      })
    );

    it.effect("distinguishes scopes, and where a scope ends", () =>
      Effect.gen(function* () {
        const { remember } = yield* ReplayGuard;
        const jti = randomUUID();
        assert.isTrue(yield* remember("key-1", jti, 60_000));
        assert.isTrue(yield* remember("key-2", jti, 60_000));
        assert.isTrue(yield* remember("key-", `1${jti}`, 60_000));
      })
    );

    it.effect("forgets expired entries, by the clock and by a sweep", () =>
      Effect.gen(function* () {
        const { remember, sweep } = yield* ReplayGuard;
        const [passed, swept, kept] = [randomUUID(), randomUUID(), randomUUID()];
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis);
        yield* remember("key", passed, now + 1_000);
        yield* remember("key", swept, now + 5_000);
        yield* remember("key", kept, now + 5_001);
        yield* TestClock.adjust("1 second");
        assert.isTrue(yield* remember("key", passed, now + 9_000));
        yield* sweep(now + 5_000);
        assert.isTrue(yield* remember("key", swept, now + 9_000));
        assert.isFalse(yield* remember("key", kept, now + 9_000));
      })
    );
  });
