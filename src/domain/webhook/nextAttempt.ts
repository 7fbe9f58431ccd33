import type { GivenUpReason } from "./WebhookEvent.ts";
import type { AttemptResult } from "./WebhookMessage.ts";

/** Milliseconds: the first delay, the factor of each further one, the longest, and the time after which attempts end. */
export const attemptRules = {
  first: 5_000,
  factor: 4,
  longest: 12 * 3_600_000,
  longestAsked: 24 * 3_600_000,
  giveUpAfter: 3 * 24 * 3_600_000
} as const;

/** What happens after an attempt. */
export type NextAttempt =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Again"; readonly dueAt: number }
  | { readonly _tag: "GivenUp"; readonly reason: GivenUpReason };

/** An attempt that was made: the how many-th it was, when the first one was due, and what came of it. */
export interface FinishedAttempt {
  readonly attempts: number;
  readonly since: number;
  readonly now: number;
  readonly result: AttemptResult;
  /** For how long the receiver asks to wait; null if it does not. */
  readonly retryAfter: number | null;
  /** A random number from 0 to 1, so that messages which failed together are not sent together. */
  readonly jitter: number;
}

const delayOf = ({ attempts, jitter, retryAfter }: FinishedAttempt): number => {
  const delay = Math.min(attemptRules.first * attemptRules.factor ** (attempts - 1), attemptRules.longest);
  const jittered = Math.round(delay * (0.8 + 0.4 * jitter));
  return Math.max(jittered, Math.min(retryAfter ?? 0, attemptRules.longestAsked));
};

/**
 * Decides what happens after an attempt. Statuses of 200 to 299 mean that the receiver has the message, and 410 that it
 * wants no other. After everything else the message is sent again, later each time, until three days have passed.
 */
export const nextAttempt = (attempt: FinishedAttempt): NextAttempt => {
  const { now, result, since } = attempt;
  if (result._tag === "Responded" && result.status >= 200 && result.status < 300) return { _tag: "Delivered" };
  if (result._tag === "Responded" && result.status === 410) return { _tag: "GivenUp", reason: "gone" };
  const dueAt = now + delayOf(attempt);
  return dueAt - since > attemptRules.giveUpAfter ? { _tag: "GivenUp", reason: "expired" } : { _tag: "Again", dueAt };
};
