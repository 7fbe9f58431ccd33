import type { LeftOutReason } from "../../domain/health/LeftOutReason.ts";

/**
 * Why a read went to the primary although there are replicas: all are left out, the chosen one did not have in time what the
 * primary had committed, or it failed.
 */
export const readFallbacks = ["left-out", "behind", "failed"] as const;
export type ReadFallback = (typeof readFallbacks)[number];

interface ReplicaCount {
  reads: number;
  /** Null while reads go to it. */
  leftOut: LeftOutReason | null;
}

/** Counts the reads of a process from replicas since it started, and knows which of these are left out. */
export class ReplicaCounters {
  readonly #replicas = new Map<string, ReplicaCount>();
  readonly #fallbacks = new Map<ReadFallback, number>();

  /** Counts a read from a replica. */
  countRead(name: string): void {
    this.#of(name).reads += 1;
  }

  /** Counts a read from the primary that a replica could have served. */
  countFallback(why: ReadFallback): void {
    this.#fallbacks.set(why, (this.#fallbacks.get(why) ?? 0) + 1);
  }

  /** Notes why a replica is left out; null if reads go to it. */
  note(name: string, leftOut: LeftOutReason | null): void {
    this.#of(name).leftOut = leftOut;
  }

  /** The replicas by name, in the order of the configuration. */
  get replicas(): ReadonlyMap<string, Readonly<ReplicaCount>> {
    return this.#replicas;
  }

  /** The number of reads from the primary by reason; empty if there is no replica. */
  get fallbacks(): ReadonlyArray<readonly [why: ReadFallback, reads: number]> {
    if (this.#replicas.size === 0) return [];
    return readFallbacks.map((why) => [why, this.#fallbacks.get(why) ?? 0]);
  }

  /** The replicas that are left out, by name. */
  get leftOut(): Readonly<Record<string, LeftOutReason>> {
    const entries = [...this.#replicas].flatMap(([name, { leftOut }]) => (leftOut === null ? [] : [[name, leftOut]]));
    return Object.fromEntries(entries);
  }

  #of(name: string): ReplicaCount {
    const known = this.#replicas.get(name);
    if (known !== undefined) return known;
    const created: ReplicaCount = { reads: 0, leftOut: null };
    this.#replicas.set(name, created);
    return created;
  }
}
