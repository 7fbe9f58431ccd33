/** How long a write may take and be in doubt, in milliseconds. See docs/decisions/0021-reconciling-writes-in-doubt.md. */
export const writeLimits = {
  /** Who sends may still be at it: longer than a PDS is given to begin its answer. */
  inFlight: 6_000,
  /** Who sends begins to within this time or not at all, since a retry of the same request may take it over after `inFlight`. */
  sendWithin: 5_000,
  /** After this, what the PDS does not hold was not written, for all that is known. */
  absentAfter: 30_000,
  /** After this, no server accepts the proof any more that the last attempt was sent with. */
  proofExpiry: 360_000,
  /** For this long, an idempotency key stands for its first request. */
  keyLifetime: 86_400_000,
  /** How many writes a batch may have: the limit of `com.atproto.repo.applyWrites`. */
  batch: 200
} as const;
