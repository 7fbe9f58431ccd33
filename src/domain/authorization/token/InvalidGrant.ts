import * as Schema from "effect/Schema";
import { EndReason } from "../end/EndReason.ts";

/** A code or refresh token is refused (RFC 6749 section 5.2, `invalid_grant`). */
export class InvalidGrant extends Schema.TaggedError<InvalidGrant>()("InvalidGrant", {
  reason: Schema.Literal(
    "unknown",
    "expired",
    "already-used",
    "client-mismatch",
    "redirect-uri-mismatch",
    "verifier-mismatch",
    "key-mismatch",
    "client-key-mismatch",
    "too-many-attempts",
    "reused",
    "ended"
  ),
  /** Why the authorization ended, if it did and the reason is known. */
  why: Schema.optionalWith(EndReason, { exact: true })
}) {}

/** The events of a decision, and its result for the client. A refusal can have events, too. */
export interface GrantDecision<Event, Outcome> {
  readonly events: ReadonlyArray<Event>;
  readonly outcome: Outcome | InvalidGrant;
}
