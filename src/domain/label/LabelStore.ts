import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { Label } from "./Label.ts";
import type { LabelSubject } from "./LabelSubject.ts";

/** Which labels to list. Null does not restrict. */
export interface LabelFilter {
  readonly uri: string | null;
  readonly val: string | null;
  readonly src: string | null;
}

/** The place of a label in the list: its time and the text of its key. */
export interface LabelPosition {
  readonly cts: number;
  readonly key: string;
}

/** A subject that an active label of the severity `TAKEDOWN` hides. `until` is when the last of them ends, or null. */
export interface Takedown {
  readonly subject: LabelSubject;
  readonly until: number | null;
}

/**
 * The labels of this instance and of its labelers: of each source, subject and value the one that counts
 * (`compareLabels`). Changes join a surrounding `Atomically` transaction.
 */
export class LabelStore extends Context.Tag("domain/LabelStore")<
  LabelStore,
  {
    /** Stores labels in any order. One that does not count beside the stored one changes nothing. */
    readonly put: (labels: ReadonlyArray<Label>) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the labels that match a filter after a position, the latest first, including negations and ended ones. */
    readonly list: (
      filter: LabelFilter,
      after: LabelPosition | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Label>, StorageUnavailable>;
    readonly count: (filter: LabelFilter) => Effect.Effect<number, StorageUnavailable>;
    /** Returns which of some subjects are to be hidden at a time in Unix milliseconds. */
    readonly takedownsOf: (
      subjects: ReadonlyArray<LabelSubject>,
      now: number
    ) => Effect.Effect<ReadonlyArray<Takedown>, StorageUnavailable>;
    /** Returns the first subjects to be hidden after one, by their texts; null for the start. */
    readonly takedowns: (
      after: string | null,
      limit: number,
      now: number
    ) => Effect.Effect<ReadonlyArray<Takedown>, StorageUnavailable>;
    /** Returns the first subjects after one that have a label with a value, by their texts; null for the start. */
    readonly subjectsWith: (
      val: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LabelSubject>, StorageUnavailable>;
    /** Returns the sources that labels are stored of. */
    readonly sources: Effect.Effect<ReadonlyArray<Did>, StorageUnavailable>;
    /** Removes up to `limit` labels of a source, and returns their subjects; none when nothing is left. */
    readonly removeOf: (src: Did, limit: number) => Effect.Effect<ReadonlyArray<LabelSubject>, StorageUnavailable>;
  }
>() {}
