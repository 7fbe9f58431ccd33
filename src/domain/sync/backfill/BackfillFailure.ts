import * as Schema from "effect/Schema";
import { RepositoryFaultReason } from "../repository/RepositoryFault.ts";
import { UnreadableReason } from "../repository/RepositoryReader.ts";
import type { DueReason } from "./DueRepositories.ts";

/** Why the repository of an account is not indexed, as a code. */
export const BackfillFailureReason = Schema.Literal(
  /** The account cannot be resolved, or its DID document is malformed or has no PDS. */
  "identity-unresolvable",
  /** The DID document has no signing key for the repository. */
  "no-signing-key",
  ...UnreadableReason.literals,
  ...RepositoryFaultReason.literals
);
export type BackfillFailureReason = typeof BackfillFailureReason.Type;

/** The reasons that can go away by themselves. */
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
  // A CAR does not state its number of blocks: one that was cut between two blocks looks complete but lacks some.
  "block-missing"
]);

/** Whether the repository is tried again after a delay. Otherwise the next login of the account tries again. */
export const isRetryable = (reason: BackfillFailureReason): boolean => retryableReasons.has(reason);

/** The number of attempts before a repository is left until the next login; fewer if it is one of many. */
export const attemptsFor = (reason: DueReason): number => (reason === "backfill" ? 4 : 10);

const minDelayMs = 30_000;
const maxDelayMs = 3_600_000;
/** A PDS cannot delay the next attempt by more than a day. */
const maxRetryAfterMs = 86_400_000;

/**
 * Returns the delay before the next attempt in milliseconds: it doubles up to an hour, and is at least `retryAfter`,
 * the seconds that the PDS stated, up to a day.
 */
export const retryDelay = (failures: number, retryAfter: number | null): number =>
  Math.max(Math.min(minDelayMs * 2 ** failures, maxDelayMs), Math.min((retryAfter ?? 0) * 1000, maxRetryAfterMs));
