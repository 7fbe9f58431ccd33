/** How much waits in a queue of a background job. */
export interface QueueLength {
  /** At most `countedEntries`. */
  readonly waiting: number;
  /** The entries among them whose last attempt failed. */
  readonly failed: number;
}

/** No queue is counted further, so that a long one does not slow the database down. */
export const countedEntries = 10_000;
