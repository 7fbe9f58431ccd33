/**
 * The time limits of a write, in milliseconds (docs/decisions/0021-reconciling-writes-in-doubt.md), and its batch size.
 */
export const writeLimits = {
  /** Until then the sender may still be waiting: longer than the time limit for a PDS to begin its response. */
  inFlight: 6_000,
  /** A sender starts within this time or not at all, because a retry can take the write over after `inFlight`. */
  sendWithin: 5_000,
  /** After this, a record that the PDS does not have counts as not written. */
  absentAfter: 30_000,
  /** After this, no server accepts the DPoP proof of the last attempt. */
  proofExpiry: 360_000,
  /** An idempotency key identifies its first request for this long. */
  keyLifetime: 86_400_000,
  /** The maximum number of writes in a batch, as in `com.atproto.repo.applyWrites`. */
  batch: 200
} as const;
