import * as Schema from "effect/Schema";
import { EndReason } from "../end/EndReason.ts";

/** A code or refresh token that is not redeemed (RFC 6749 section 5.2, `invalid_grant`). */
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
  /** Why the authorization is over, where it is and that is known. */
  why: Schema.optionalWith(EndReason, { exact: true })
}) {}

/** What a decision appends, and whether the asker gets what was asked for. A refusal can be worth an event, too. */
export interface GrantDecision<Event, Outcome> {
  readonly events: ReadonlyArray<Event>;
  readonly outcome: Outcome | InvalidGrant;
}
