import { assert, it } from "@effect/vitest";
import type { DurationInput } from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Runtime from "effect/Runtime";
import * as TestClock from "effect/TestClock";
import { retryAfterRateLimit } from "../../../src/adapters/pds/repository/retryAfterRateLimit.ts";
import { withStallTimeout } from "../../../src/adapters/pds/repository/withStallTimeout.ts";
import { RepositoryFailure } from "../../../src/domain/record/RepositoryFailure.ts";

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

const outcome = (waits: ReadonlyArray<number | null>, seconds: number, patience?: number) =>
  Effect.gen(function* () {
    const { call, calls } = refusing(waits);
    const fiber = yield* Effect.fork(Effect.merge(retryAfterRateLimit(call, patience)));
    yield* TestClock.adjust(`${seconds} seconds`);
    return { calls: calls(), result: yield* Fiber.join(fiber) };
  });

it.effect("waits for a rate limit within the timeout of a request, and no longer", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* outcome([3], 3), { calls: 2, result: "done" });
    assert.deepStrictEqual(yield* outcome([4, 5], 9), { calls: 3, result: "done" });
    assert.deepInclude(yield* outcome([11], 0), { calls: 1 });
    assert.propertyVal((yield* outcome([11], 0)).result, "retryAfter", 11);
    assert.propertyVal((yield* outcome([6, 6], 6)).result, "retryAfter", 6);
    assert.deepInclude(yield* outcome([null], 0), { calls: 1 });
    assert.deepInclude(yield* outcome([4, 2], 4, 5_000), { calls: 2 });
  })
);

it.effect("pauses between requests to a server that always allows an immediate retry", () =>
  Effect.gen(function* () {
    const { calls } = yield* outcome(
      Array.from({ length: 100 }, () => 0),
      20
    );
    assert.strictEqual(calls, 21);
  })
);

/** Pieces of one byte that come at intervals of the test's clock. */
const pieces = (every: DurationInput, count: number) =>
  Effect.map(
    Effect.runtime<never>(),
    (runtime): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: async function* () {
        for (let sent = 0; sent < count; sent += 1) {
          await Runtime.runPromise(runtime)(Effect.sleep(every));
          yield new Uint8Array(1);
        }
      }
    })
  );

const counted = (bytes: AsyncIterable<Uint8Array>) =>
  Effect.promise(async () => {
    let count = 0;
    for await (const piece of bytes) count += piece.length;
    return count;
  });

const sent = (bytes: Effect.Effect<AsyncIterable<Uint8Array>>, send: typeof counted) =>
  Effect.fork(Effect.merge(Effect.flatMap(bytes, (each) => withStallTimeout(each, "stalled", send))));

/** Lets the clock go on second by second, so that promises between two sleeps get their turn. */
const pass = (seconds: number) =>
  Effect.forEach(
    Array.from({ length: seconds }),
    () =>
      Effect.zipRight(
        TestClock.adjust("1 second"),
        Effect.promise(() => new Promise(setImmediate))
      ),
    { discard: true }
  );

it.effect("allows a slow upload while it progresses, and aborts it when it stalls", () =>
  Effect.gen(function* () {
    const slow = yield* sent(pieces("59 seconds", 5), counted);
    yield* pass(300);
    assert.strictEqual(yield* Fiber.join(slow), 5);
    const stuck = yield* sent(pieces("61 seconds", 2), counted);
    yield* pass(60);
    assert.strictEqual(yield* Fiber.join(stuck), "stalled");
    const silent = yield* sent(pieces("1 second", 5), (bytes) => Effect.zipRight(counted(bytes), Effect.never));
    yield* pass(66);
    assert.strictEqual(yield* Fiber.join(silent), "stalled");
  })
);
