import type { LabelSeverity } from "../../api/documents.ts";

const names: Readonly<Record<LabelSeverity, readonly [name: string, kind: string]>> = {
  INFORM: ["Informs", ""],
  ALERT: ["Alerts", "warn"],
  TAKEDOWN: ["Takes down", "bad"]
};

/** How grave a label is. */
export const SeverityBadge = ({ severity }: { readonly severity: LabelSeverity }) => {
  const [name, kind] = names[severity];
  return <span className={`badge ${kind}`}>{name}</span>;
};
