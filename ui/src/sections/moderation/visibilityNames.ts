import type { LabelSeverity, LabelVisibility } from "../../api/documents.ts";

/** What an app does with a labeled record, by default. */
export const visibilityNames: Readonly<Record<LabelVisibility, string>> = {
  IGNORE: "Ignored",
  SHOW: "Shown with the label",
  WARN: "Shown after a warning",
  HIDE: "Hidden"
};

/** What the severities of labels mean. */
export const severityNames: Readonly<Record<LabelSeverity, string>> = {
  INFORM: "Informs",
  ALERT: "Alerts",
  TAKEDOWN: "Takes down: hidden from everybody but the author"
};
