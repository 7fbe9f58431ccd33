import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { LabelSubject } from "./LabelSubject.ts";

/** The takedowns that the index applies: what `RecordIndex.takeDown` hid and `RecordIndex.restore` did not show again. */
export class Takedowns extends Context.Tag("domain/Takedowns")<
  Takedowns,
  {
    /** Returns up to `limit` subjects whose takedown ended by a time in Unix milliseconds, and that are still hidden. */
    readonly ended: (now: number, limit: number) => Effect.Effect<ReadonlyArray<LabelSubject>, StorageUnavailable>;
    /** Returns the first hidden subjects after one, by their texts; null for the start. */
    readonly list: (
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LabelSubject>, StorageUnavailable>;
    /** Returns the accounts with a takedown of their own or of a record, except those that are hidden by their status. */
    readonly authors: Effect.Effect<ReadonlySet<Did>, StorageUnavailable>;
    /** Returns the texts of those of some subjects that are hidden by a takedown. */
    readonly find: (subjects: ReadonlyArray<LabelSubject>) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>;
  }
>() {}
