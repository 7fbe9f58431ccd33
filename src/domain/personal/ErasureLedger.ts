import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** The ledger of erasures cannot be read or written. `path` is its file. */
export class LedgerUnavailable extends Schema.TaggedError<LedgerUnavailable>()("LedgerUnavailable", {
  path: Schema.String,
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The list of erasures cannot be read or written: ${this.path}; DATA_DIR must be a folder that this user may write to`;
  }
}

/**
 * The commitments of erasures outside of the database. They find the persons in a backup from before their erasure, and
 * say nothing about them.
 */
export class ErasureLedger extends Context.Tag("domain/ErasureLedger")<
  ErasureLedger,
  {
    readonly commitments: Effect.Effect<ReadonlyArray<string>, LedgerUnavailable>;
    /** Adds commitments that are not there yet. They are on disk when it returns. */
    readonly add: (commitments: ReadonlyArray<string>) => Effect.Effect<void, LedgerUnavailable>;
  }
>() {}
