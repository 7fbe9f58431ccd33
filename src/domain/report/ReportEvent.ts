import * as Schema from "effect/Schema";
import { PersonalDid, PersonalText, PersonalUri } from "../personal/personal.ts";

/** What a report is about: an account, or one of its records. */
export const ReportSubject = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("account"), did: PersonalDid }),
  Schema.Struct({ kind: Schema.Literal("record"), uri: PersonalUri })
);
export type ReportSubject = typeof ReportSubject.Type;

/** Why somebody reports something, as a code: the last part of the reason types of `com.atproto.moderation.defs`. */
export const ReportReasonType = Schema.Literal("spam", "violation", "misleading", "sexual", "rude", "other");
export type ReportReasonType = typeof ReportReasonType.Type;

/** A user reported an account or a record. `statement` is what the user wrote about it. Times are in Unix milliseconds. */
export class ReportCreated extends Schema.TaggedClass<ReportCreated>()("ReportCreated.v1", {
  id: Schema.String,
  reporter: PersonalDid,
  subject: ReportSubject,
  reasonType: ReportReasonType,
  statement: Schema.NullOr(PersonalText),
  createdAt: Schema.Number
}) {}

const closed = {
  id: Schema.String,
  /** The admin; null for the operator. */
  closedBy: Schema.NullOr(PersonalDid),
  closedAt: Schema.Number
};

/** An admin put a label on the subject of a report. */
export class ReportResolved extends Schema.TaggedClass<ReportResolved>()("ReportResolved.v1", {
  ...closed,
  label: Schema.String
}) {}

/** An admin closed a report without a label. */
export class ReportDismissed extends Schema.TaggedClass<ReportDismissed>()("ReportDismissed.v1", closed) {}

/** The events of one report: streams `report-…`. */
export const ReportEvent = Schema.Union(ReportCreated, ReportResolved, ReportDismissed);
export type ReportEvent = typeof ReportEvent.Type;
