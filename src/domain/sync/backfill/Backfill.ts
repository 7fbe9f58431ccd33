import type { BackfillAbortReason, BackfillTarget } from "./BackfillJobEvent.ts";

/** Where a backfill stands. Only a running one changes. */
export type BackfillState = "running" | "completed" | "cancelled" | "aborted";

/** A backfill and how far it is. Times are in Unix milliseconds. */
export interface Backfill {
  /** A number as text; later backfills have greater ones. */
  readonly id: string;
  readonly target: BackfillTarget;
  readonly state: BackfillState;
  /** Why it ended early; null unless `state` is `aborted`. */
  readonly abortReason: BackfillAbortReason | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Whether all its repositories are known. */
  readonly isListed: boolean;
  /** Where the next page of repositories begins; null for the first page. */
  readonly cursor: string | null;
  /** The number of consecutive pages that had no new repository. */
  readonly fruitlessPages: number;
  /** The number of repositories that are known so far. */
  readonly repositories: number;
  /** The number of them that were processed, including those that failed. */
  readonly processed: number;
  readonly failed: number;
  /** The number of records that were stored. */
  readonly records: number;
  /** The number of bytes that were received. */
  readonly bytes: number;
  /** A recent moment and how many repositories were processed by then, from which the rate follows. */
  readonly pace: Pace;
}

export interface Pace {
  readonly at: number;
  readonly processed: number;
}

/** The speed of a backfill. */
export interface BackfillSpeed {
  /** The repositories per second lately; 0 unless it runs. */
  readonly repositoriesPerSecond: number;
  /** The seconds until it is completed; null while its repositories are not all known, or none is processed. */
  readonly secondsLeft: number | null;
}

/** Returns the speed of a backfill at a time in Unix milliseconds. */
export const speedOf = (backfill: Backfill, now: number): BackfillSpeed => {
  const { isListed, pace, processed, repositories, state } = backfill;
  if (state !== "running") return { repositoriesPerSecond: 0, secondsLeft: null };
  const seconds = Math.max(1, (now - pace.at) / 1000);
  const repositoriesPerSecond = (processed - pace.processed) / seconds;
  const left = repositories - processed;
  const secondsLeft = repositoriesPerSecond === 0 ? null : Math.ceil(left / repositoriesPerSecond);
  return { repositoriesPerSecond, secondsLeft: isListed ? secondsLeft : null };
};
