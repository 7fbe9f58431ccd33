import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { Takedown } from "../../label/LabelStore.ts";
import type { LabelSubject } from "../../label/LabelSubject.ts";
import type { LexiconSet } from "../../lexicon/model/LexiconSet.ts";
import type { SearchRefused } from "../../search/SearchRefused.ts";
import { UnavailableReason } from "../../storage/UnavailableReason.ts";
import type { AccountStatus } from "../../sync/account/AccountStatus.ts";
import type { ParameterValue, RecordQuery } from "../query/RecordQuery.ts";
import type { Instant } from "../value/instant.ts";
import type { Actor, SeenActor } from "./Actor.ts";
import type { IndexedRecord } from "./IndexedRecord.ts";

/**
 * The index cannot respond: it is unreachable, the statement timed out, it rejects what it was to store, or the response,
 * or what is read for it, exceeds its maximum size.
 */
export class RecordIndexUnavailable extends Schema.TaggedError<RecordIndexUnavailable>()("RecordIndexUnavailable", {
  operation: Schema.Literal(
    "define",
    "put",
    "remove",
    "find",
    "query",
    "putActor",
    "setIdentity",
    "list",
    "clear",
    "markSeen",
    "indexReferences",
    "hide",
    "show",
    "takeDown",
    "restore",
    "erase",
    "removeAccount"
  ),
  reason: Schema.Literal(...UnavailableReason.literals, "rejected", "too-large"),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The record index is not available (${this.operation}, ${this.reason})`;
  }
}

/** The default maximum size of a response in bytes. */
export const defaultMaxResponseBytes = 16_000_000;

/** Returns the error for a response, or for what was read for it, that exceeds a maximum size in bytes. */
export const tooLarge = (maxBytes: number): RecordIndexUnavailable =>
  new RecordIndexUnavailable({
    operation: "query",
    reason: "too-large",
    cause: new Error(`The response has more than ${maxBytes} bytes`)
  });

/** A range of the records of one author in one collection, by record key. */
export interface RecordRange {
  readonly did: Did;
  readonly collection: Nsid;
  /** The first key, inclusive; null for no lower bound. */
  readonly from: string | null;
  /** The last key, inclusive; null for no upper bound. */
  readonly upTo: string | null;
}

/** A record is no longer in its repository since the commit `rev`; null if the commit is not known. */
export interface RecordRemoval {
  readonly uri: AtUri;
  readonly rev: string | null;
}

/** What a query for an admin reads: all records, or only those that are hidden from everybody else. */
export type AdminScope = "all" | "hidden";

/** Identifies the version of a record. */
export interface RecordVersion {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly rev: string | null;
}

/**
 * The indexed records of an instance and their queries. Writes join a surrounding `Atomically` transaction.
 *
 * No `query` sees the records of a hidden account, or what a takedown hides; `queryAsAdmin` does. `put`, `remove`, `find` and `list` treat them
 * like others, so that the index follows the repository of the account while it is hidden.
 */
export class RecordIndex extends Context.Tag("domain/RecordIndex")<
  RecordIndex,
  {
    /**
     * Prepares storage for every collection of a set; indexed records stay. Idempotent, safe in concurrent processes.
     */
    readonly define: (lexicons: LexiconSet) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Stores a record in place of the one at its AT URI, unless that one, or a removal there, is of a later commit
     * (`rev`; revisions sort as text). A record with the same CID keeps its `indexedAt`. Without a `rev` the record is
     * stored unconditionally. A record of a collection that is not defined is not stored.
     */
    readonly put: (record: IndexedRecord) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Stores records with different AT URIs, in order of URI, like `put`, all of them or none. */
    readonly putAll: (records: ReadonlyArray<IndexedRecord>) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Removes the record at an AT URI unless it is of a later commit than `rev`, and remembers `rev` for at least a
     * week so that no older record is stored again. Without a `rev` it removes unconditionally and remembers nothing.
     */
    readonly remove: (uri: AtUri, rev: string | null) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Removes records with different AT URIs, in order of URI, like `remove`, all of them or none. */
    readonly removeAll: (removals: ReadonlyArray<RecordRemoval>) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Stores records and removes others like `putAll` and `removeAll`, all of them or none. All AT URIs differ. */
    readonly changeAll: (
      records: ReadonlyArray<IndexedRecord>,
      removals: ReadonlyArray<RecordRemoval>
    ) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Removes those of the records at different AT URIs that still have their CID, each as of the revision that it is
     * stored with, and returns what was removed.
     */
    readonly removeUnchanged: (
      records: ReadonlyArray<Pick<RecordVersion, "uri" | "cid">>
    ) => Effect.Effect<ReadonlyArray<RecordRemoval>, RecordIndexUnavailable>;
    readonly find: (uri: AtUri) => Effect.Effect<Option.Option<IndexedRecord>, RecordIndexUnavailable>;
    /** Returns the versions of the first `limit` records of a range by key; none if the collection is not defined. */
    readonly list: (
      range: RecordRange,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordVersion>, RecordIndexUnavailable>;
    /** Returns the first `limit` records of a collection after an AT URI (null for the start), of all accounts, by URI. */
    readonly scan: (
      collection: Nsid,
      after: AtUri | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<IndexedRecord>, RecordIndexUnavailable>;
    /**
     * Removes every record, including those of hidden accounts and of collections that are not defined now, and returns
     * their number. Hidden accounts stay hidden.
     */
    readonly clear: Effect.Effect<number, RecordIndexUnavailable>;
    /**
     * Stores what was learned of an author; what was not learned stays as it was. A handle belongs to one account at a
     * time: the account that had it before no longer has one.
     */
    readonly putActor: (actor: SeenActor) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Stores the resolved identity of an author like `putActor`, but null replaces what was known. */
    readonly setIdentity: (actor: Actor) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Hides the records of an account from every query, or changes the status of a hidden account. Idempotent. */
    readonly hide: (did: Did, status: AccountStatus) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Shows the records of an account again that no takedown hides, as the present Lexicons read them. Idempotent. */
    readonly show: (did: Did) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Hides the records of an account, or one record, from every query because of a label, or changes when that ends.
     * Whether the account is hidden as well does not matter. What is stored later is hidden too. Idempotent.
     */
    readonly takeDown: (takedown: Takedown) => Effect.Effect<void, RecordIndexUnavailable>;
    /** Ends a takedown. Records that nothing else hides are shown as by `show`. Idempotent. */
    readonly restore: (subject: LabelSubject) => Effect.Effect<void, RecordIndexUnavailable>;
    /**
     * Removes the records of an account in every collection, and returns their number. The account is hidden as
     * `deleted`. The removals are not remembered: records that are stored later are there when the account is shown.
     */
    readonly erase: (did: Did) => Effect.Effect<number, RecordIndexUnavailable>;
    /**
     * Removes the records of an account in every collection, hidden ones included, and returns their number. Nothing else
     * changes: the account stays known, hidden or not, and the removals are not remembered.
     */
    readonly removeAccount: (did: Did) => Effect.Effect<number, RecordIndexUnavailable>;
    /**
     * Moves the seen marker of a user to a time, unless it is later already, and returns where it is then. `erase` removes
     * it.
     */
    readonly markSeen: (did: Did, at: Instant) => Effect.Effect<Instant, RecordIndexUnavailable>;
    /**
     * Derives anew which accounts the first `limit` visible records of a collection after an AT URI (null for the start)
     * refer to, and returns the AT URI of the last of them; null if none is left. `put` derives it
     * by itself, and `show` what was hidden at that time.
     */
    readonly indexReferences: (
      collection: Nsid,
      after: AtUri | null,
      limit: number
    ) => Effect.Effect<AtUri | null, RecordIndexUnavailable>;
    /**
     * Runs a query, and returns the text of a JSON object with the members of the roots in order. An `author` also sees
     * what a takedown hides of their own. By default nobody does. A search is refused if its collection has no index for
     * it and at least `maxUnindexedRecords` records.
     */
    readonly query: (
      query: RecordQuery,
      parameters: ReadonlyArray<ParameterValue>,
      author?: Did | null
    ) => Effect.Effect<string, RecordIndexUnavailable | SearchRefused>;
    /** Runs a query like `query`, and returns the text in UTF-8, as it is sent. */
    readonly queryBytes: (
      query: RecordQuery,
      parameters: ReadonlyArray<ParameterValue>,
      author?: Did | null
    ) => Effect.Effect<Uint8Array, RecordIndexUnavailable | SearchRefused>;
    /** Runs a query like `query`, but in each of its collections it reads the records of a scope, joined ones included. */
    readonly queryAsAdmin: (
      query: RecordQuery,
      parameters: ReadonlyArray<ParameterValue>,
      scope: AdminScope
    ) => Effect.Effect<string, RecordIndexUnavailable | SearchRefused>;
  }
>() {}
