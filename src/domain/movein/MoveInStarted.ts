import * as Schema from "effect/Schema";

/** How many of each kind a move-in is about to record. */
export const MovedCounts = Schema.Struct({
  lexicons: Schema.NonNegativeInt,
  clients: Schema.NonNegativeInt,
  admins: Schema.NonNegativeInt,
  labelDefinitions: Schema.NonNegativeInt,
  labels: Schema.NonNegativeInt
});
export type MovedCounts = typeof MovedCounts.Type;

/**
 * The operator began to move another instance in. Every event that follows from it names the id of this one as its cause.
 * `software` is the software and the version of the other instance, `schemaVersion` the last migration of its database.
 */
export class MoveInStarted extends Schema.TaggedClass<MoveInStarted>()("MoveInStarted.v1", {
  software: Schema.String,
  storage: Schema.Literal("sqlite", "postgres"),
  schemaVersion: Schema.NullOr(Schema.String),
  counts: MovedCounts
}) {}
