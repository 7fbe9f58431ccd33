import * as Schema from "effect/Schema";

/**
 * A subscription ended that its client did not end. The client can subscribe again after the `extensions.cursor` of the last
 * response that it received, and misses nothing, unless the reason is `cursor-too-old`.
 *
 * `cursor-too-old`: the changes that it would get next were deleted while it caught up. `schema-changed`: other Lexicons are
 * active, so that the operation has to be checked again. `unavailable`: the database cannot be reached.
 */
export class SubscriptionEnded extends Schema.TaggedError<SubscriptionEnded>()("SubscriptionEnded", {
  reason: Schema.Literal("cursor-too-old", "schema-changed", "unavailable")
}) {}
