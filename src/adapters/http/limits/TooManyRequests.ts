import * as Schema from "effect/Schema";

/** A request beyond what its client may do for now. `retryAfter` in seconds. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  retryAfter: Schema.Int,
  of: Schema.Literal("client", "failures")
}) {}
