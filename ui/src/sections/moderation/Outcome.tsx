import type { ReportStatus } from "../../api/documents.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";

interface OutcomeProps {
  readonly report: {
    readonly status: ReportStatus;
    readonly resolvedBy: string | null;
    readonly resolvedByHandle: string | null;
    readonly resolvedAt: string | null;
    readonly label: string | null;
  };
}

/** Who closed a report. */
export const closerOf = ({ resolvedBy, resolvedByHandle }: OutcomeProps["report"]): string =>
  resolvedByHandle ?? resolvedBy ?? "the operator";

/** How a report was closed; nothing for an open one. */
export const Outcome = ({ report }: OutcomeProps) => {
  if (report.status === "OPEN" || report.resolvedAt === null) return null;
  return (
    <p className="small soft">
      {report.status === "DISMISSED" ? (
        "Dismissed"
      ) : (
        <>
          Labeled <code>{report.label}</code>
        </>
      )}{" "}
      by {closerOf(report)}, <RelativeTime at={report.resolvedAt} />
    </p>
  );
};
