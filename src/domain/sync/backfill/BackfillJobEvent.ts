import * as Schema from "effect/Schema";
import { Nsid } from "../../atproto/Nsid.ts";
import { PersonalDid } from "../../personal/personal.ts";

/** What a backfill covers. */
export const BackfillTarget = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("actor"), dids: Schema.NonEmptyArray(PersonalDid) }),
  /** Every repository that has records of a collection, according to the relay. */
  Schema.Struct({ kind: Schema.Literal("collection"), collection: Nsid }),
  /** Every repository that the relay, or the PDS, hosts. */
  Schema.Struct({ kind: Schema.Literal("all") })
);
export type BackfillTarget = typeof BackfillTarget.Type;

/** Why a backfill ended early, as a code. */
export const BackfillAbortReason = Schema.Literal("relay-unreachable", "relay-refused", "relay-malformed");
export type BackfillAbortReason = typeof BackfillAbortReason.Type;

/** An operator started a backfill. */
export class BackfillStarted extends Schema.TaggedClass<BackfillStarted>()("BackfillStarted.v1", {
  id: Schema.String,
  target: BackfillTarget
}) {}

const counts = {
  id: Schema.String,
  /** The repositories that were processed, including those that failed. */
  repositories: Schema.NonNegativeInt,
  failed: Schema.NonNegativeInt
};

/** Every repository of a backfill was processed. */
export class BackfillCompleted extends Schema.TaggedClass<BackfillCompleted>()("BackfillCompleted.v1", counts) {}

/** An operator cancelled a backfill. What it had indexed stays. */
export class BackfillCancelled extends Schema.TaggedClass<BackfillCancelled>()("BackfillCancelled.v1", counts) {}

/** A backfill ended early because its repositories could not be listed. */
export class BackfillAborted extends Schema.TaggedClass<BackfillAborted>()("BackfillAborted.v1", {
  ...counts,
  reason: BackfillAbortReason
}) {}

/** The events of one backfill. `BackfillFailed` is of one repository. */
export const BackfillJobEvent = Schema.Union(BackfillStarted, BackfillCompleted, BackfillCancelled, BackfillAborted);
export type BackfillJobEvent = typeof BackfillJobEvent.Type;
