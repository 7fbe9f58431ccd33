import * as Schema from "effect/Schema";

/**
 * Other writers appended to the same stream first, each time the change was attempted. The log is available, nothing was
 * recorded, and the same request can succeed in a moment.
 */
export class StreamContended extends Schema.TaggedError<StreamContended>()("StreamContended", {
  cause: Schema.Defect
}) {
  override get message(): string {
    return "Other requests changed the same data at the same time, and nothing was recorded. Try again in a moment.";
  }
}
