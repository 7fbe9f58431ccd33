import * as Clock from "effect/Clock";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";

/** The clock of this machine, corrected by its difference to another one. */
export class FollowedClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId;
  readonly #machine = Clock.make();
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.unsafeCurrentTimeMillis());
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.unsafeCurrentTimeNanos());
  /** In whole milliseconds; positive if the other clock is ahead, and 0 while the machine is not corrected. */
  correctionMs = 0;

  /** Returns the time of the machine, without the correction. */
  get machineTimeMs(): number {
    return this.#machine.unsafeCurrentTimeMillis();
  }

  unsafeCurrentTimeMillis(): number {
    return this.machineTimeMs + this.correctionMs;
  }

  unsafeCurrentTimeNanos(): bigint {
    return this.#machine.unsafeCurrentTimeNanos() + BigInt(this.correctionMs) * 1_000_000n;
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return this.#machine.sleep(duration);
  }
}
