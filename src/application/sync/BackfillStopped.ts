import * as Data from "effect/Data";
import type { BackfillFailureReason } from "../../domain/sync/backfill/BackfillFailure.ts";

/** A repository could not be indexed now. `retryAfter` is in seconds; `pds` null when nobody knows where it lives. */
export class BackfillStopped extends Data.TaggedError("BackfillStopped")<{
  readonly reason: BackfillFailureReason;
  readonly pds: string | null;
  readonly retryAfter: number | null;
}> {}
