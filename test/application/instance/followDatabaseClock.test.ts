import { assert, it } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { FollowedClock } from "../../../src/application/instance/FollowedClock.ts";
import { correctClock } from "../../../src/application/instance/followDatabaseClock.ts";
import { DatabaseStatus } from "../../../src/domain/health/DatabaseStatus.ts";
import { silentLogger } from "../../support/silentLogger.ts";

/** The correction after a measurement of a database whose clock is ahead by so many milliseconds. */
const corrected = (clock: FollowedClock, ahead: number | null) =>
  correctClock(clock).pipe(
    Effect.provideService(DatabaseStatus, {
      read: () => Effect.succeed(null),
      time: Effect.sync(() => (ahead === null ? null : clock.machineTimeMs + ahead))
    }),
    Effect.provide(silentLogger),
    Effect.map(() => clock.correctionMs)
  );

it.effect("A clock that differs from that of the database by more than a second is corrected, until it agrees", () =>
  Effect.gen(function* () {
    const clock = new FollowedClock();
    assert.strictEqual(yield* corrected(clock, 900), 0);
    assert.approximately(yield* corrected(clock, 600_000), 600_000, 500);
    assert.approximately(yield* corrected(clock, -600_000), -600_000, 500);
    assert.strictEqual(yield* corrected(clock, -300), 0);
  })
);

it.effect("A clock without a database is that of the machine", () =>
  Effect.gen(function* () {
    const clock = new FollowedClock();
    assert.strictEqual(yield* corrected(clock, null), 0);
    assert.approximately(yield* Effect.withClock(Clock.currentTimeMillis, clock), Date.now(), 1_000);
  })
);

it.effect("Every reading of a corrected clock is corrected", () =>
  Effect.gen(function* () {
    const clock = new FollowedClock();
    yield* corrected(clock, 600_000);
    const readings = [
      clock.unsafeCurrentTimeMillis(),
      yield* Effect.withClock(Clock.currentTimeMillis, clock),
      Number((yield* Effect.withClock(Clock.currentTimeNanos, clock)) / 1_000_000n)
    ];
    for (const reading of readings) assert.approximately(reading, Date.now() + 600_000, 2_000);
  })
);
