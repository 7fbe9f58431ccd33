import * as Schema from "effect/Schema";
import { docsPath } from "../../domain/documentation/docsUrl.ts";

const explanations = {
  "log-shorter":
    "the event log has fewer events than the checkpoint. Restore a backup of the database that has all of these events",
  "leaves-changed": "events that the checkpoint covers have changed. Restore a backup that has them as they were",
  "leaves-missing":
    "the events after it do not follow each other: a position is missing, or a leaf hash is none. Restore a backup that has them",
  "tiles-changed": "the stored tiles do not lead to its root hash. Restore a backup that has them as they were",
  "checkpoint-lost":
    "the database no longer has this checkpoint, so it was restored from an older backup. Restore one that has it"
} as const;

/**
 * The stored log does not continue the last checkpoint, so nothing more is signed: a second history would get the same
 * signature. `size` is the size of that checkpoint.
 */
export class SealRefused extends Schema.TaggedError<SealRefused>()("SealRefused", {
  reason: Schema.Literal("log-shorter", "leaves-changed", "leaves-missing", "tiles-changed", "checkpoint-lost"),
  size: Schema.Number
}) {
  override get message(): string {
    return `No checkpoint is signed after the one of ${this.size} events: ${explanations[this.reason]} (see ${docsPath("operations", "when-sealing-is-refused")} of the instance)`;
  }
}
