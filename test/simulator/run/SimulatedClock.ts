import * as Clock from "effect/Clock";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Waits until the event loop has polled for IO. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How many turns of the event loop must bring nothing before time goes on. */
const quietTurns = 6;

/**
 * A clock for effects beside real sockets on loopback: time stands still while anything happens, and then goes on at
 * once to what is due next.
 */
export class SimulatedClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId;
  private now: number;
  private order = 0;
  private readonly sleepers = new Set<Sleeper>();
  /** Returns a number that changes while anything happens outside of effects, and whether something is pending. */
  private readonly activity: () => { readonly count: number; readonly isPending: boolean };

  readonly scheduler: Clock.ClockScheduler = {
    unsafeSchedule: (task, duration) => {
      const sleeper = this.add(Duration.toMillis(duration), task);
      return () => this.sleepers.delete(sleeper);
    }
  };
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.now);
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.unsafeCurrentTimeNanos());

  /** Is called before the time goes on. */
  private readonly goesOn: (now: number) => Promise<void>;

  constructor(
    now: number,
    activity: () => { readonly count: number; readonly isPending: boolean },
    goesOn: (now: number) => Promise<void>
  ) {
    this.now = now;
    this.activity = activity;
    this.goesOn = goesOn;
  }

  unsafeCurrentTimeMillis(): number {
    return this.now;
  }

  unsafeCurrentTimeNanos(): bigint {
    return BigInt(this.now) * 1_000_000n;
  }

  private add(milliseconds: number, wake: () => void): Sleeper {
    this.order += 1;
    const sleeper = { at: Math.ceil(this.now + milliseconds), order: this.order, wake };
    this.sleepers.add(sleeper);
    return sleeper;
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      const sleeper = this.add(Duration.toMillis(duration), () => resume(Effect.void));
      return Effect.sync(() => {
        this.sleepers.delete(sleeper);
      });
    });
  }

  /** Waits until nothing happens any more at this time. */
  private async quiet(): Promise<void> {
    let seen = "";
    for (let still = 0; still < quietTurns; ) {
      await turn();
      const { count, isPending } = this.activity();
      const now = `${count} ${this.order} ${this.sleepers.size}`;
      still = isPending || now !== seen ? 0 : still + 1;
      seen = now;
    }
  }

  private next(until: number): Sleeper | null {
    let first: Sleeper | null = null;
    for (const sleeper of this.sleepers)
      if (
        sleeper.at <= until &&
        (first === null || sleeper.at < first.at || (sleeper.at === first.at && sleeper.order < first.order))
      )
        first = sleeper;
    return first;
  }

  /** Lets time pass until a moment, in Unix milliseconds. */
  async advanceTo(moment: number): Promise<void> {
    for (;;) {
      await this.quiet();
      const sleeper = this.next(moment);
      if (sleeper === null) break;
      if (sleeper.at > this.now) await this.goOn(sleeper.at);
      // It may have been interrupted meanwhile.
      if (this.sleepers.delete(sleeper)) sleeper.wake();
    }
    if (moment > this.now) await this.goOn(moment);
  }

  private async goOn(now: number): Promise<void> {
    await this.goesOn(now);
    this.now = now;
  }
}
