import { assert, it } from "@effect/vitest";
import type { DurationInput } from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { waitOutRateLimit } from "../../../src/adapters/pds/waitOutRateLimit.ts";
import { whileMoving } from "../../../src/adapters/pds/whileMoving.ts";
import { RepositoryFailure } from "../../../src/domain/record/Repository.ts";

const limited = (retryAfter: number | null) =>
  new RepositoryFailure({ reason: "rate-limited", status: 429, detail: null, retryAfter });

/** A call that is refused with each of these waits before it succeeds. */
const refusing = (waits: ReadonlyArray<number | null>) => {
  let calls = 0;
  const call = Effect.suspend(() => {
    const wait = waits[calls];
    calls += 1;
    return wait === undefined ? Effect.succeed("done") : limited(wait);
  });
  return { call, calls: () => calls };
};

const outcome = (waits: ReadonlyArray<number | null>, seconds: number) =>
  Effect.gen(function* () {
    const { call, calls } = refusing(waits);
    const fiber = yield* Effect.fork(Effect.merge(waitOutRateLimit(call)));
    yield* TestClock.adjust(`${seconds} seconds`);
    return { calls: calls(), result: yield* Fiber.join(fiber) };
  });

it.effect("waits for a rate limit as long as a request has time, and no longer", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* outcome([3], 3), { calls: 2, result: "done" });
    assert.deepStrictEqual(yield* outcome([4, 5], 9), { calls: 3, result: "done" });
    assert.deepInclude(yield* outcome([11], 0), { calls: 1 });
    assert.propertyVal((yield* outcome([11], 0)).result, "retryAfter", 11);
    assert.propertyVal((yield* outcome([6, 6], 6)).result, "retryAfter", 6);
    assert.deepInclude(yield* outcome([null], 0), { calls: 1 });
  })
);

it.effect("does not ask without a pause who always says to come back at once", () =>
  Effect.gen(function* () {
    const { calls } = yield* outcome(
      Array.from({ length: 100 }, () => 0),
      20
    );
    assert.strictEqual(calls, 21);
  })
);

const pieces = (every: DurationInput, count: number) =>
  Stream.range(1, count, 1).pipe(Stream.mapEffect(() => Effect.delay(Effect.succeed(new Uint8Array(1)), every)));

it.effect("lets a stream take its time while it moves, and gives it up when it does not", () =>
  Effect.gen(function* () {
    const slow = yield* Effect.fork(whileMoving(pieces("59 seconds", 20), "stalled", Stream.runCount));
    yield* TestClock.adjust("1200 seconds");
    assert.strictEqual(yield* Fiber.join(slow), 20);
    const stuck = yield* Effect.fork(Effect.flip(whileMoving(pieces("61 seconds", 2), "stalled", Stream.runCount)));
    yield* TestClock.adjust("60 seconds");
    assert.strictEqual(yield* Fiber.join(stuck), "stalled");
    const silent = yield* Effect.fork(
      Effect.flip(
        whileMoving(pieces("1 second", 5), "stalled", (bytes) => Effect.zipRight(Stream.runDrain(bytes), Effect.never))
      )
    );
    yield* TestClock.adjust("65 seconds");
    assert.strictEqual(yield* Fiber.join(silent), "stalled");
  })
);
