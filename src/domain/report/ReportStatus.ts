import type { Did } from "../atproto/Did.ts";

/** Who closed a report, and when (Unix milliseconds). `by` is null for the operator. */
interface Closing {
  readonly by: Did | null;
  readonly at: number;
}

/** The state of a report: waiting for a decision, closed by a label on its subject, or closed without one. */
export type ReportStatus =
  | { readonly _tag: "Open" }
  | ({ readonly _tag: "Resolved"; readonly label: string } & Closing)
  | ({ readonly _tag: "Dismissed" } & Closing);

/** The names of the states of reports. */
export type ReportStatusName = ReportStatus["_tag"];

export const openStatus: ReportStatus = { _tag: "Open" };
