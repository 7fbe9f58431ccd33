import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import { KeyedSemaphore } from "../../../src/application/concurrency/KeyedSemaphore.ts";

const full = Effect.succeed("full" as const);

/** Lets all fibers go on as far as they can. */
const settle = Effect.repeatN(Effect.yieldNow(), 20);

it.effect("Effects of one key run up to its permits, and those of another key run alongside", () =>
  Effect.gen(function* () {
    const semaphore = new KeyedSemaphore<string>({ permits: 2 });
    const gate = yield* Deferred.make<void>();
    const running = { a: 0, b: 0 };
    const use = (key: "a" | "b") =>
      Effect.zipRight(
        Effect.sync(() => (running[key] += 1)),
        Deferred.await(gate)
      );
    const keys = ["a", "a", "a", "b"] as const;
    const fibers = yield* Effect.forEach(keys, (key) => Effect.fork(semaphore.withPermit(key, use(key), full)));
    yield* settle;
    assert.deepStrictEqual(running, { a: 2, b: 1 });
    assert.strictEqual(semaphore.size, 2);
    yield* Deferred.succeed(gate, undefined);
    yield* Fiber.joinAll(fibers);
    assert.deepStrictEqual(running, { a: 3, b: 1 });
    assert.strictEqual(semaphore.size, 0);
  })
);

it.effect("An effect is turned away when no waiting slot is free, and accepted again once one is", () =>
  Effect.gen(function* () {
    const semaphore = new KeyedSemaphore<string>({ permits: 1, waiting: 1 });
    const first = yield* Effect.fork(semaphore.withPermit("a", Effect.never, full));
    yield* settle;
    const second = yield* Effect.fork(semaphore.withPermit("a", Effect.succeed("second"), full));
    yield* settle;
    assert.strictEqual(yield* semaphore.withPermit("a", Effect.succeed("third"), full), "full");
    yield* Fiber.interrupt(first);
    assert.strictEqual(yield* Fiber.join(second), "second");
    assert.strictEqual(yield* semaphore.withPermit("a", Effect.succeed("fourth"), full), "fourth");
    assert.strictEqual(semaphore.size, 0);
  })
);

it.effect("An effect that is interrupted while it waits, fails or dies frees its slot", () =>
  Effect.gen(function* () {
    const semaphore = new KeyedSemaphore<string>({ permits: 1, waiting: 1 });
    const first = yield* Effect.fork(semaphore.withPermit("a", Effect.never, full));
    yield* settle;
    const second = yield* Effect.fork(semaphore.withPermit("a", Effect.never, full));
    yield* settle;
    yield* Fiber.interrupt(second);
    yield* Fiber.interrupt(first);
    yield* Effect.exit(semaphore.withPermit("a", Effect.fail("no"), full));
    yield* Effect.exit(semaphore.withPermit("a", Effect.die("no"), full));
    assert.strictEqual(semaphore.size, 0);
    assert.strictEqual(yield* semaphore.withPermit("a", Effect.succeed("next"), full), "next");
  })
);
