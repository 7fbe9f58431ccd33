import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { LexiconSet } from "../../lexicon/model/LexiconSet.ts";
import { UnavailableReason } from "../../storage/UnavailableReason.ts";
import type { ParameterValue, RecordQuery } from "../query/RecordQuery.ts";
import type { Actor } from "./Actor.ts";
import type { IndexedRecord } from "./IndexedRecord.ts";

/**
 * The index cannot answer: unreachable, the statement ran out of its time, or the answer, or what is read for it, is larger
 * than it may be.
 */
export class RecordIndexUnavailable extends Schema.TaggedError<RecordIndexUnavailable>()("RecordIndexUnavailable", {
  operation: Schema.Literal("define", "put", "remove", "find", "query", "putActor", "list", "clear"),
  reason: Schema.Literal(...UnavailableReason.literals, "too-large"),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The record index is not available (${this.operation}, ${this.reason})`;
  }
}

/** How many bytes an answer may have unless an operator says otherwise. */
export const defaultMaxResponseBytes = 16_000_000;

/** The error of an answer, or of what was read for it, with more bytes than it may have. */
export const tooLarge = (answerBytes: number): RecordIndexUnavailable =>
  new RecordIndexUnavailable({
    operation: "query",
    reason: "too-large",
    cause: new Error(`It has more than ${answerBytes} bytes`)
  });

/** Some of the records of one author in one collection, by their keys. */
export interface RecordRange {
  readonly did: Did;
  readonly collection: Nsid;
  /** Those with this or a greater key only; null for all from the first on. */
  readonly from: string | null;
  /** Those with this or a smaller key only; null for all up to the last. */
  readonly upTo: string | null;
}

/** What tells whether a record is the one that is known. */
export interface RecordVersion {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly rev: string | null;
}

/** The records an instance knows, and the language they are asked in. Writes join a surrounding `Atomically` transaction. */
export class RecordIndex extends Context.Tag("domain/RecordIndex")<
  RecordIndex,
  {
    /** Makes room for every collection of a set; what is indexed stays. Idempotent, and safe in several processes at once. */
    readonly define: (lexicons: LexiconSet) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Stores a record, replacing the one at its address, unless that one, or a removal there, is of a later commit
     * (`rev`; revisions sort as text). One with the same CID keeps its `indexedAt`. Without a `rev` it is stored whatever
     * is there. A record of a collection that is not defined is not stored.
     */
    readonly put: (record: IndexedRecord) => Effect.Effect<void, RecordIndexUnavailable>;
    /** As `put`, for records at different addresses, all of them or none. */
    readonly putAll: (records: ReadonlyArray<IndexedRecord>) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Removes the record at an address unless it is of a later commit than `rev`, and remembers `rev`, for a week at
     * least, so that nothing older comes back. Without a `rev` whatever is there is removed, and nothing remembered.
     */
    readonly remove: (uri: AtUri, rev: string | null) => Effect.Effect<void, RecordIndexUnavailable>;
    readonly find: (uri: AtUri) => Effect.Effect<Option.Option<IndexedRecord>, RecordIndexUnavailable>;
    /** The versions of the first `limit` records of a range, in the order of their keys; none of what is not defined. */
    readonly list: (
      range: RecordRange,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordVersion>, RecordIndexUnavailable>;
    /** Removes every record, of collections that are not defined now too, and answers how many there were. */
    readonly clear: Effect.Effect<number, RecordIndexUnavailable>;
    /** Remembers what is known of an author now; what is null stays as it was. */
    readonly putActor: (actor: Actor) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Runs a query and returns the text of a JSON object with the members of the roots in order. */
    readonly query: (
      query: RecordQuery,
      parameters: ReadonlyArray<ParameterValue>
    ) => Effect.Effect<string, RecordIndexUnavailable>;
  }
>() {}
