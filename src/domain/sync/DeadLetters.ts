import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import type { Nsid } from "../atproto/Nsid.ts";
import type { JsonObject } from "../json/Json.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import { SkipReason } from "./backfill/SkipReason.ts";

/** The maximum number of bytes of an undecodable event that are stored. */
export const maxDeadLetterBytes = 65_536;

/** Why something that arrived is not in the index. */
export const DeadLetterReason = Schema.Literal(
  /** The record is not valid by its Lexicon; `detail` names the field. */
  "invalid",
  "undecodable",
  ...SkipReason.literals
);
export type DeadLetterReason = typeof DeadLetterReason.Type;

/** Something that arrived and is not in the index. A record has a `uri`, and one dead letter at most. */
export interface DeadLetter {
  /** The kind of the source, `backfill`, or `import` of Lexicons that made an indexed record invalid. */
  readonly source: string;
  readonly did: Did | null;
  readonly collection: string | null;
  readonly uri: string | null;
  readonly cid: string | null;
  readonly rev: string | null;
  readonly reason: DeadLetterReason;
  /** A sentence, or null. */
  readonly detail: string | null;
  /** The record, so that it can be validated again; null if it cannot be represented. */
  readonly value: JsonObject | null;
  /** The bytes of an undecodable event, or null. */
  readonly bytes: Uint8Array | null;
  /** In Unix milliseconds. */
  readonly receivedAt: number;
}

/** A dead letter in the store, with its position in the order of arrival. */
export interface StoredDeadLetter extends DeadLetter {
  readonly id: number;
}

/** Which dead letters are meant. Members that are null do not restrict. */
export interface DeadLetterFilter {
  readonly ids: ReadonlyArray<number> | null;
  readonly collection: string | null;
  readonly did: string | null;
  readonly reason: DeadLetterReason | null;
}

/** The filter of all dead letters. */
export const everyDeadLetter: DeadLetterFilter = { ids: null, collection: null, did: null, reason: null };

/** What arrived and is not in the index, with the reason. Changes join a surrounding `Atomically` transaction. */
export class DeadLetters extends Context.Tag("domain/DeadLetters")<
  DeadLetters,
  {
    /**
     * Stores dead letters. One for a record replaces that of an earlier or equal `rev` at its address; no `rev` is the
     * earliest. What is too long is cut off; a value that is too large is stored as null. The oldest are evicted beyond
     * `deadLetterLimits`.
     */
    readonly add: (letters: ReadonlyArray<DeadLetter>) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Removes the dead letters at addresses that are not of a later revision, because the records changed. Without a
     * `rev` those of every revision are removed.
     */
    readonly removeAt: (
      records: ReadonlyArray<{ readonly uri: string; readonly rev: string | null }>
    ) => Effect.Effect<void, StorageUnavailable>;
    /** Returns up to `limit`, newest first, that were stored before the one with the id `before` (null for the newest). */
    readonly list: (
      filter: DeadLetterFilter,
      before: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredDeadLetter>, StorageUnavailable>;
    readonly count: (filter: DeadLetterFilter) => Effect.Effect<number, StorageUnavailable>;
    /** Returns the dead letter of a record, or null. */
    readonly find: (uri: string) => Effect.Effect<StoredDeadLetter | null, StorageUnavailable>;
    /** Removes those that match, and returns their number. */
    readonly drop: (filter: DeadLetterFilter) => Effect.Effect<number, StorageUnavailable>;
    /** The number that was evicted to make room since the database exists. */
    readonly evicted: Effect.Effect<number, StorageUnavailable>;
    /** The number by collection of those that are records of one. */
    readonly collections: Effect.Effect<ReadonlyMap<Nsid, number>, StorageUnavailable>;
  }
>() {}
