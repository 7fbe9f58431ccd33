import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Did } from "../atproto/Did.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { LabelRejection, LabelRejectionReason } from "./LabelRejection.ts";

/** How many labels of a labeler were rejected for a reason, and the last one. */
export interface RejectionCount extends LabelRejection {
  readonly reason: LabelRejectionReason;
  readonly count: number;
  /** When the last one arrived, in Unix milliseconds. */
  readonly lastAt: number;
}

/** An external labeler whose labels have an effect on this instance. */
export interface Labeler {
  readonly did: Did;
  /** The origin that its cursor belongs to; null before the first connection. */
  readonly endpoint: string | null;
  /** When the labeler last said that labels after the cursor are gone, in Unix milliseconds; null for never. */
  readonly missedAt: number | null;
  /** By reason, in alphabetical order. */
  readonly rejections: ReadonlyArray<RejectionCount>;
}

/** The external labelers of this instance. Changes join a surrounding `Atomically` transaction. */
export class Labelers extends Context.Tag("domain/Labelers")<
  Labelers,
  {
    /** Returns the labelers by DID. */
    readonly list: Effect.Effect<ReadonlyArray<Labeler>, StorageUnavailable>;
    /** Adds a labeler. One that is there stays as it is; a former one begins again. Waits for transactions that hold it. */
    readonly add: (did: Did) => Effect.Effect<void, StorageUnavailable>;
    /** Makes a labeler a former one, without counts. Waits for transactions that hold it. */
    readonly remove: (did: Did) => Effect.Effect<void, StorageUnavailable>;
    /** Finds a labeler, which is not removed before the end of the surrounding transaction. */
    readonly hold: (did: Did) => Effect.Effect<Option.Option<Labeler>, StorageUnavailable>;
    /** Returns the former labelers, whose labels may be stored, by DID. */
    readonly former: Effect.Effect<ReadonlyArray<Did>, StorageUnavailable>;
    /** Whether a labeler is a former one, which is not added before the end of the surrounding transaction. */
    readonly holdFormer: (did: Did) => Effect.Effect<boolean, StorageUnavailable>;
    /** Forgets a former labeler. */
    readonly forget: (did: Did) => Effect.Effect<void, StorageUnavailable>;
    /** Sets the origin that the cursor of a labeler belongs to. */
    readonly setEndpoint: (did: Did, endpoint: string) => Effect.Effect<void, StorageUnavailable>;
    /** Records that labels after the cursor are gone; `at` is in Unix milliseconds. */
    readonly setMissed: (did: Did, at: number) => Effect.Effect<void, StorageUnavailable>;
    /** Counts rejected labels of a labeler that is held; `at` is in Unix milliseconds. */
    readonly reject: (
      did: Did,
      rejections: ReadonlyArray<LabelRejection>,
      at: number
    ) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
