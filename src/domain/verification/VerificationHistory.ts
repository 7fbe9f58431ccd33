import type { ComparedCheckpoint, VerificationEvent, VerifiedBy } from "./VerificationEvent.ts";

/** What has to be remembered of a verification: the position of its event, and what decides whether it closes others. */
export interface VerificationRun {
  readonly position: number;
  readonly by: VerifiedBy;
  readonly compared: ReadonlyArray<ComparedCheckpoint>;
  /** What did not hold; null if everything did. */
  readonly failedAt: Pick<Extract<VerificationEvent, { readonly part: string }>, "badPosition" | "part"> | null;
}

/** The last verification of each kind and the failed ones that no later one has closed, by position. */
export type VerificationHistory = ReadonlyArray<VerificationRun>;

const maxFailures = 100;

const comparesAllOf = (run: VerificationRun, earlier: VerificationRun): boolean =>
  earlier.compared.every(({ rootHash, size }) =>
    run.compared.some((other) => other.size === size && other.rootHash === rootHash)
  );

/**
 * Whether a verification closes an earlier one that failed: it held, it compared the log with the same older
 * checkpoints, and it is not the statement of a browser about a failure in the database.
 */
const closes = (run: VerificationRun, failed: VerificationRun): boolean =>
  run.failedAt === null && (run.by === "database" || failed.by === "browser") && comparesAllOf(run, failed);

/** Whether a verification failed in the same way as an earlier one, so that the earlier one says nothing more. */
const repeats = (run: VerificationRun, failed: VerificationRun): boolean =>
  run.by === failed.by &&
  run.failedAt !== null &&
  run.failedAt.part === failed.failedAt?.part &&
  run.failedAt.badPosition === failed.failedAt.badPosition &&
  comparesAllOf(run, failed);

const stays = (earlier: VerificationRun, run: VerificationRun): boolean =>
  earlier.failedAt === null ? earlier.by !== run.by : !closes(run, earlier) && !repeats(run, earlier);

/** Returns the failed verifications that no later one has closed. */
export const openFailures = (history: VerificationHistory): ReadonlyArray<VerificationRun> =>
  history.filter(({ failedAt }) => failedAt !== null);

/** Adds a verification to the history. The oldest of more than 100 failures are forgotten. */
export const addRun = (history: VerificationHistory, run: VerificationRun): VerificationHistory => {
  const all = [...history.filter((earlier) => stays(earlier, run)), run];
  const failures = openFailures(all);
  const surplus = failures.slice(0, Math.max(0, failures.length - maxFailures));
  return all.filter((each) => !surplus.includes(each));
};

/** Returns what has to be remembered of a verification, from its event at a position. */
export const runOf = (event: VerificationEvent, position: number): VerificationRun => ({
  position,
  by: event.by,
  compared: event.compared,
  failedAt: event._tag === "LogVerified.v1" ? null : { badPosition: event.badPosition, part: event.part }
});

/** Returns the last verification of each kind, except a failed one that one of the other kind has closed. */
export const lastRuns = (history: VerificationHistory): ReadonlyArray<VerificationRun> =>
  history.filter(({ by, position }) => !history.some((later) => later.by === by && later.position > position));
