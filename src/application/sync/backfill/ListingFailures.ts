import type { BackfillAbortReason } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import type { DirectoryUnavailable } from "../../../domain/sync/backfill/RepositoryDirectory.ts";

interface Failing {
  readonly since: number;
  readonly failures: number;
  readonly pausedUntil: number;
}

/** In milliseconds. */
const pauses = { shortest: 1_000, longest: 60_000, longestRetryAfter: 3_600_000 };
/** Milliseconds after which a backfill is aborted whose repositories cannot be listed. */
const giveUpAfter = 30 * 60_000;
const maxMalformed = 3;

/** Why a backfill is aborted when listing keeps failing, or fails for good. */
const abortReason = ({ reason }: DirectoryUnavailable): BackfillAbortReason => {
  switch (reason) {
    case "malformed":
      return "relay-malformed";
    case "refused":
      return "relay-refused";
    default:
      return "relay-unreachable";
  }
};

const isFinal = ({ reason }: DirectoryUnavailable, { failures, since }: Failing, now: number): boolean => {
  if (reason === "refused" || reason === "not-configured") return true;
  return reason === "malformed" ? failures >= maxMalformed : now - since >= giveUpAfter;
};

/** The backfills of this process whose repositories could not be listed lately. Times are in Unix milliseconds. */
export class ListingFailures {
  readonly #failing = new Map<string, Failing>();

  /** Whether a backfill waits before its next attempt. */
  isPaused(id: string, now: number): boolean {
    return now < (this.#failing.get(id)?.pausedUntil ?? 0);
  }

  /** Counts a failure. Returns why the backfill is to be aborted, or null if it is tried again after a pause. */
  count(id: string, problem: DirectoryUnavailable, now: number): BackfillAbortReason | null {
    const before = this.#failing.get(id);
    const failures = (before?.failures ?? 0) + 1;
    const pause = Math.min(pauses.shortest * 2 ** (failures - 1), pauses.longest);
    const stated = Math.min((problem.retryAfter ?? 0) * 1000, pauses.longestRetryAfter);
    const failing = { since: before?.since ?? now, failures, pausedUntil: now + Math.max(pause, stated) };
    this.#failing.set(id, failing);
    if (!isFinal(problem, failing, now)) return null;
    this.forget(id);
    return abortReason(problem);
  }

  /** Forgets the failures of a backfill whose repositories were listed. */
  forget(id: string): void {
    this.#failing.delete(id);
  }
}
