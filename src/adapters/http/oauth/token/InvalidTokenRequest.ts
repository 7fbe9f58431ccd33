import * as Schema from "effect/Schema";

/** A request to the token endpoint that is refused before any look-up (RFC 6749 section 5.2). */
export class InvalidTokenRequest extends Schema.TaggedError<InvalidTokenRequest>()("InvalidTokenRequest", {
  error: Schema.Literal(
    "invalid_request",
    "invalid_client",
    "invalid_target",
    "unauthorized_client",
    "unsupported_grant_type"
  ),
  description: Schema.String
}) {}

/** Returns the most frequent kind of these errors. */
export const invalidRequest = (description: string): InvalidTokenRequest =>
  new InvalidTokenRequest({ error: "invalid_request", description });
