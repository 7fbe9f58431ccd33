import type { ReportReasonType, ReportStatus } from "../../api/documents.ts";

/** What the reasons of reports are called. */
export const reasonNames: Readonly<Record<ReportReasonType, string>> = {
  SPAM: "Spam",
  VIOLATION: "Violation",
  MISLEADING: "Misleading",
  SEXUAL: "Sexual content",
  RUDE: "Rude",
  OTHER: "Other"
};

/** What the states of reports are called. */
export const statusNames: Readonly<Record<ReportStatus, string>> = {
  OPEN: "Open",
  RESOLVED: "Resolved",
  DISMISSED: "Dismissed"
};
