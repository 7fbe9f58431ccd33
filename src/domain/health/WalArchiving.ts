/** How the database archives its write-ahead log. Times are in Unix milliseconds, and null if there was none. */
export interface WalArchiving {
  readonly lastArchivedAt: number | null;
  readonly lastFailedAt: number | null;
  /** The complete segments that are not archived yet; null if it is unknown. */
  readonly waitingSegments: number | null;
}

/** Why the write-ahead log is not archived: the last attempt failed, or an attempt does not end. */
export type WalArchivingFault = "fails" | "hangs";

/** In milliseconds. A segment is archived in seconds. */
const longestAttempt = 600_000;

/** The number of segments that a database under load may have to archive at any time. */
const fewSegments = 3;

/** Returns why a database does not archive its write-ahead log; null if it does. */
export const walArchivingFault = (archiving: WalArchiving, now: number): WalArchivingFault | null => {
  const { lastArchivedAt, lastFailedAt, waitingSegments } = archiving;
  if (lastFailedAt !== null && lastFailedAt > (lastArchivedAt ?? 0)) return "fails";
  const isLate = lastArchivedAt !== null && now - lastArchivedAt > longestAttempt;
  return isLate && waitingSegments !== null && waitingSegments >= fewSegments ? "hangs" : null;
};
