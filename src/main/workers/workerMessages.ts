import * as Schema from "effect/Schema";

/** What the supervisor sends to a worker. */
export const ToWorker = Schema.Union(
  /** The worker may start. `isFirst` is false for one that replaces another. */
  Schema.TaggedStruct("Start", { isFirst: Schema.Boolean }),
  /** The worker ends after running requests. A message, because Windows has no signal for this. */
  Schema.TaggedStruct("Stop", {})
);
export type ToWorker = typeof ToWorker.Type;

/** What a worker sends to the supervisor. */
export const FromWorker = Schema.Union(
  /** The worker has loaded its code, and waits for `Start`. */
  Schema.TaggedStruct("Loaded", {}),
  /** The worker does its work. The setup token is null if there is an admin, or if another worker issues it. */
  Schema.TaggedStruct("Ready", { setupToken: Schema.NullOr(Schema.String) }),
  /** The worker is about to end; `problem` is text for the operator. */
  Schema.TaggedStruct("Failed", { problem: Schema.String })
);
export type FromWorker = typeof FromWorker.Type;
