import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/TestClock";
import { reconnectBackoff } from "../../../src/application/background/backoff.ts";

it.effect("a connection that was lost often is back within a second after it held for half a minute", () =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<never, string>();
    let attempts = 0;
    let isAway = true;
    const connection = Effect.suspend(() => {
      attempts += 1;
      return isAway ? Effect.fail("away") : Deferred.await(lost);
    });
    const running = yield* Effect.fork(Effect.retry(connection, reconnectBackoff));
    yield* TestClock.adjust("5 minutes");
    assert.isAbove(attempts, 20);
    isAway = false;
    yield* TestClock.adjust("1 minute");
    const before = attempts;
    yield* Deferred.fail(lost, "lost");
    yield* TestClock.adjust("0 millis");
    isAway = true;
    yield* TestClock.adjust("1 second");
    assert.isAbove(attempts, before);
    yield* Fiber.interrupt(running);
  })
);
