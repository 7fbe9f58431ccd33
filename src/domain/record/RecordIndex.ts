import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { AtUri } from "../atproto/AtUri.ts";
import type { LexiconSet } from "../lexicon/LexiconSet.ts";
import type { Actor } from "./Actor.ts";
import type { IndexedRecord } from "./IndexedRecord.ts";
import type { ParameterValue, RecordQuery } from "./RecordQuery.ts";

/** The index cannot answer: unreachable, or the statement ran out of its time. */
export class RecordIndexUnavailable extends Schema.TaggedError<RecordIndexUnavailable>()("RecordIndexUnavailable", {
  operation: Schema.Literal("define", "put", "remove", "find", "answer", "putActor"),
  reason: Schema.Literal("unreachable", "timeout"),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The record index is not available (${this.operation}, ${this.reason})`;
  }
}

/** The records an instance knows, and the language they are asked in. Writes join a surrounding `Atomically` transaction. */
export class RecordIndex extends Context.Tag("domain/RecordIndex")<
  RecordIndex,
  {
    /** Makes room for every collection of a set; what is indexed stays. Idempotent, and safe in several processes at once. */
    readonly define: (lexicons: LexiconSet) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Stores a record, replacing the one at its address. A record of a collection that is not defined is not stored. */
    readonly put: (record: IndexedRecord) => Effect.Effect<void, RecordIndexUnavailable>;
    readonly remove: (uri: AtUri) => Effect.Effect<void, RecordIndexUnavailable>;
    readonly find: (uri: AtUri) => Effect.Effect<Option.Option<IndexedRecord>, RecordIndexUnavailable>;
    /** Remembers what is known of an author now; what is null stays as it was. */
    readonly putActor: (actor: Actor) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Answers a query: the text of a JSON object with the members of the roots in order.
     */
    readonly answer: (
      query: RecordQuery,
      parameters: ReadonlyArray<ParameterValue>
    ) => Effect.Effect<string, RecordIndexUnavailable>;
  }
>() {}
