import * as Schema from "effect/Schema";

/**
 * The stored projections could not be replaced, and are as before: another rebuild runs, or others used the tables for
 * longer than the rebuild waits. `message` is one sentence for the operator.
 */
export class RebuildRefused extends Schema.TaggedError<RebuildRefused>()("RebuildRefused", {
  reason: Schema.Literal("running", "in-use")
}) {
  override get message(): string {
    return this.reason === "running"
      ? "Another rebuild of the stored projections is running: wait until it has ended"
      : "The tables of the stored projections were in use for 10 minutes, for example by a comparison or a backup: try again when it has ended";
  }
}
