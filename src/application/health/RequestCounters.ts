import { bucketCount, bucketOf } from "../../domain/health/LatencyHistogram.ts";
import type { RequestCounts } from "../../domain/health/RequestCounts.ts";
import type { RequestOutcome } from "../../domain/health/RequestOutcome.ts";

/** Counts the requests of one kind in one minute, or since the process started. Counting allocates nothing. */
export class RequestCounters {
  readonly #outcomes = { ok: 0, refused: 0, failed: 0, aborted: 0 };
  readonly #latencies = new Float64Array(bucketCount);
  #milliseconds = 0;

  /** Counts a request. One that was aborted has no latency. */
  count(outcome: RequestOutcome, milliseconds: number): void {
    this.#outcomes[outcome] += 1;
    if (outcome === "aborted") return;
    const bucket = bucketOf(milliseconds);
    this.#latencies[bucket] = (this.#latencies[bucket] ?? 0) + 1;
    this.#milliseconds += milliseconds;
  }

  /** The sum of all latencies in milliseconds. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** The counts so far. */
  snapshot(): RequestCounts {
    const used = this.#latencies.findLastIndex((count) => count > 0) + 1;
    return { ...this.#outcomes, latencies: [...this.#latencies.subarray(0, used)] };
  }
}
