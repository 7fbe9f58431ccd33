import * as Effect from "effect/Effect";

/** How many effects of one key run at once, and how many more may wait; unlimited by default. */
interface KeyedLimits {
  readonly permits: number;
  readonly waiting?: number;
}

interface Slot {
  readonly permits: Effect.Semaphore;
  /** The running and the waiting effects. */
  users: number;
}

/**
 * Limits how many effects run at once for each key, such as a host or a user, so that none of them delays the others. A key
 * that nobody uses takes no memory. Effect's `PartitionedSemaphore` shares one limit among its keys and lets any number wait.
 */
export class KeyedSemaphore<Key> {
  readonly #slots = new Map<Key, Slot>();
  readonly #permits: number;
  readonly #maxUsers: number;

  constructor({ permits, waiting = Number.POSITIVE_INFINITY }: KeyedLimits) {
    this.#permits = permits;
    this.#maxUsers = permits + waiting;
  }

  /** How many keys are in use. */
  get size(): number {
    return this.#slots.size;
  }

  /**
   * Runs `use` when its key has a permit, and `whenFull` at once when as many wait as may. An effect that is interrupted
   * passes its permit, or its place among those that wait, to the next.
   */
  withPermit<A, E, R, B, E2, R2>(
    key: Key,
    use: Effect.Effect<A, E, R>,
    whenFull: Effect.Effect<B, E2, R2>
  ): Effect.Effect<A | B, E | E2, R | R2> {
    return Effect.acquireUseRelease(
      Effect.sync(() => this.#enter(key)),
      (slot): Effect.Effect<A | B, E | E2, R | R2> => (slot === null ? whenFull : slot.permits.withPermits(1)(use)),
      (slot) => (slot === null ? Effect.void : Effect.sync(() => this.#leave(key, slot)))
    );
  }

  #enter(key: Key): Slot | null {
    const slot = this.#slots.get(key) ?? { permits: Effect.unsafeMakeSemaphore(this.#permits), users: 0 };
    if (slot.users >= this.#maxUsers) return null;
    slot.users += 1;
    this.#slots.set(key, slot);
    return slot;
  }

  #leave(key: Key, slot: Slot): void {
    slot.users -= 1;
    if (slot.users === 0) this.#slots.delete(key);
  }
}
