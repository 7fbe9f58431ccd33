import * as Schema from "effect/Schema";
import { OutboundFailureReason } from "../../outbound/OutboundHttp.ts";

/**
 * What is known of a witness or an anchor. `current`: it has the latest checkpoint that it was given. `behind`: it has
 * earlier ones, and receives the missing ones. `reset`: a witness no longer knows what it cosigned. `away`: it does not
 * respond, or cannot be written. `refused`: it does not accept checkpoints of this log. `lying`: what it returned is false.
 * `contradicting`: it holds a tree that is not part of this log, so one of the two has another history.
 */
export const PublicationState = Schema.Literal(
  "current",
  "behind",
  "reset",
  "away",
  "refused",
  "lying",
  "contradicting"
);
export type PublicationState = typeof PublicationState.Type;

/** Why a checkpoint was not published, as a code. */
export const PublicationReason = Schema.Literal(
  ...OutboundFailureReason.literals,
  "unexpected-response",
  "not-writable",
  "other-content",
  "malformed-request",
  "unknown-log",
  "unknown-key",
  "not-signed-in",
  "other-key",
  "not-verified",
  "size-beyond",
  "other-root",
  "not-consistent"
);
export type PublicationReason = typeof PublicationReason.Type;

/** The outcome of one attempt to publish a checkpoint. */
export interface PublicationOutcome {
  readonly state: PublicationState;
  /** Null for `current`, `behind` and `reset`. */
  readonly reason: PublicationReason | null;
  /** The size of the largest checkpoint that the target is known to have from this log; 0 for none. */
  readonly size: number;
  /** Whether the target stated less than it had before. */
  readonly isReset: boolean;
}

/** An outcome by its state. */
export const outcome = (
  state: PublicationState,
  reason: PublicationReason | null,
  size: number,
  isReset = false
): PublicationOutcome => ({ state, reason, size, isReset });
