import * as Schema from "effect/Schema";
import { maxReportsPerHour, maxStatementGraphemes } from "./reportLimits.ts";

/** Why a report was not created, as a code. */
export const ReportRefusal = Schema.Literal(
  "invalid-subject",
  "statement-too-long",
  "statement-unstorable",
  "too-many"
);
export type ReportRefusal = typeof ReportRefusal.Type;

const sentences: Readonly<Record<ReportRefusal, string>> = {
  "invalid-subject":
    "subjectUri is neither an account nor a record: give a DID, or at://<did>/<collection>/<record key>. Resolve a handle to its DID first.",
  "statement-too-long": `reason is too long: give up to ${maxStatementGraphemes.toLocaleString("en")} characters (graphemes).`,
  "statement-unstorable":
    "reason has a character that cannot be stored, U+0000 or half of a surrogate pair: remove it.",
  "too-many": `Too many reports: an account can create ${maxReportsPerHour} in an hour. Try again later.`
};

/** A report was not created. The message names the argument, the reason and the remedy. */
export class ReportRefused extends Schema.TaggedError<ReportRefused>()("ReportRefused", { reason: ReportRefusal }) {
  override get message(): string {
    return sentences[this.reason];
  }
}
