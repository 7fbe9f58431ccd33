import * as Schema from "effect/Schema";

/**
 * Every attempt to append lost against other writers to the same stream. The log is available and nothing was recorded,
 * so the same request can succeed a moment later.
 */
export class StreamContended extends Schema.TaggedError<StreamContended>()("StreamContended", {
  cause: Schema.Defect
}) {
  override get message(): string {
    return "Other requests changed the same data at the same time, and nothing was recorded. Try again in a moment.";
  }
}
