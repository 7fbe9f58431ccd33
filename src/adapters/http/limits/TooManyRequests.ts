import * as Schema from "effect/Schema";

/** A request exceeds the rate limit of its client. `retryAfter` is in seconds. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  retryAfter: Schema.Int,
  of: Schema.Literal("client", "failures")
}) {}
