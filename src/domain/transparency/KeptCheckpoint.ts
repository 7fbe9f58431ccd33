import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";

/** The checkpoint beside the database cannot be read or written. */
export class KeptCheckpointUnavailable extends Schema.TaggedError<KeptCheckpointUnavailable>()(
  "KeptCheckpointUnavailable",
  { path: Schema.String, cause: Schema.Defect }
) {
  override get message(): string {
    return `The checkpoint ${this.path} cannot be read or written: let this user read and write it`;
  }
}

/** The latest checkpoint of the log, kept beside the database: a restore of the database does not bring back an older one. */
export class KeptCheckpoint extends Context.Tag("domain/KeptCheckpoint")<
  KeptCheckpoint,
  {
    /** Returns the signed note that was kept last. */
    readonly read: Effect.Effect<Option.Option<string>, KeptCheckpointUnavailable>;
    /** Keeps a signed note in place of the one before. A process that is killed leaves one of the two. */
    readonly keep: (note: string) => Effect.Effect<void, KeptCheckpointUnavailable>;
  }
>() {}
