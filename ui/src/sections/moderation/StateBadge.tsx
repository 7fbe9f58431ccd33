import type { ReportSubjectState } from "../../api/documents.ts";

const names: Readonly<Record<ReportSubjectState, string>> = {
  PRESENT: "Present",
  HIDDEN: "Hidden",
  GONE: "Gone",
  UNKNOWN: "Not indexed"
};

/** Says that a subject is not shown any longer; nothing for one that is. */
export const StateBadge = ({ state }: { readonly state: ReportSubjectState }) =>
  state === "PRESENT" ? null : <span className="badge warn">{names[state]}</span>;
