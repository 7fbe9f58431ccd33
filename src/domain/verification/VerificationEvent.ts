import * as Schema from "effect/Schema";
import { parts } from "./Fault.ts";

/**
 * Where a log was verified: `database` by the command line, from the rows of the database; `browser` by the browser of an
 * admin, from an export. The second is what the browser states: the service has not seen the verification.
 */
export const VerifiedBy = Schema.Literal("database", "browser");
export type VerifiedBy = typeof VerifiedBy.Type;

/** An older checkpoint that a verification compared the log with; its root hash is in base64. */
export const ComparedCheckpoint = Schema.Struct({ size: Schema.NonNegativeInt, rootHash: Schema.String });
export type ComparedCheckpoint = typeof ComparedCheckpoint.Type;

const run = {
  by: VerifiedBy,
  /** The number of events that were checked. */
  checked: Schema.NonNegativeInt,
  compared: Schema.Array(ComparedCheckpoint)
};

/** A verification of the whole log held, up to the checkpoint of `size` events. */
export class LogVerified extends Schema.TaggedClass<LogVerified>()("LogVerified.v1", {
  ...run,
  size: Schema.NonNegativeInt,
  rootHash: Schema.NullOr(Schema.String)
}) {}

/** A verification of the log found something that does not hold. `badPosition`, `part` and `detail` say what. */
export class LogVerificationFailed extends Schema.TaggedClass<LogVerificationFailed>()("LogVerificationFailed.v1", {
  ...run,
  badPosition: Schema.Int,
  part: Schema.Literal(...parts),
  detail: Schema.String
}) {}

/** The events about verifications: a stream `verification-…` for each. */
export const VerificationEvent = Schema.Union(LogVerified, LogVerificationFailed);
export type VerificationEvent = typeof VerificationEvent.Type;
