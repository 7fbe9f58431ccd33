import * as Schema from "effect/Schema";
import { RepositoryFaultReason } from "../repository/RepositoryFault.ts";
import { UnreadableReason } from "../repository/RepositoryReader.ts";

/** Why the repository of an account is not indexed, in machine words. */
export const BackfillFailureReason = Schema.Literal(
  /** The account cannot be resolved, or its DID document is malformed or names no PDS. */
  "identity-unresolvable",
  /** Its DID document names no key that its repository is signed with. */
  "no-signing-key",
  ...UnreadableReason.literals,
  ...RepositoryFaultReason.literals
);
export type BackfillFailureReason = typeof BackfillFailureReason.Type;

/** What may be otherwise in a while, without anybody doing anything about it. */
const retryableReasons: ReadonlySet<BackfillFailureReason> = new Set<BackfillFailureReason>([
  "identity-unresolvable",
  "rate-limited",
  "unreachable",
  "timeout",
  "server-error",
  "malformed",
  "redirected",
  "no-temporary-space",
  "car-truncated",
  // A CAR has no count of its blocks: one that was cut between two of them looks whole, and lacks some.
  "block-missing"
]);

/** Whether it is worth trying again by and by; else the next login of the account tries again. */
export const isRetryable = (reason: BackfillFailureReason): boolean => retryableReasons.has(reason);

/** How often a repository is asked for before it is left until the next login. */
export const maxAttempts = 10;

const minDelayMs = 30_000;
const maxDelayMs = 3_600_000;
/** No PDS keeps itself from being asked for longer than a day. */
const maxRetryAfterMs = 86_400_000;

/** Milliseconds until the next try: twice as long after each, an hour at most, and as long as the PDS says. */
export const retryDelay = (failures: number, retryAfter: number | null): number =>
  Math.max(Math.min(minDelayMs * 2 ** failures, maxDelayMs), Math.min((retryAfter ?? 0) * 1000, maxRetryAfterMs));
