import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { AtUri } from "../../atproto/AtUri.ts";
import type { RecordIndexUnavailable } from "./RecordIndex.ts";

/** That a commit removed a record from the index. */
export interface RememberedRemoval {
  readonly rev: string;
  /** In Unix milliseconds, by the clock of the index. */
  readonly removedAt: number;
}

/** What the index remembers of the records that commits removed from it. */
export class RemovedRecords extends Context.Tag("domain/RemovedRecords")<
  RemovedRecords,
  {
    /** Returns the removal of a record by the latest commit that removed it, for at least a week. */
    readonly find: (uri: AtUri) => Effect.Effect<Option.Option<RememberedRemoval>, RecordIndexUnavailable>;
  }
>() {}
