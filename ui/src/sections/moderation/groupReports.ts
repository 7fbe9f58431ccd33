import type { ReportQueueQuery, ReportReasonType } from "../../api/documents.ts";

export type QueuedReport = ReportQueueQuery["reports"]["nodes"][number];

/** The reports of one subject, newest first. */
export interface ReportGroup {
  readonly uri: string;
  readonly latest: QueuedReport;
  readonly reports: ReadonlyArray<QueuedReport>;
  /** Each reason once, the most frequent first. */
  readonly reasons: ReadonlyArray<ReportReasonType>;
}

const reasonsOf = (reports: ReadonlyArray<QueuedReport>): ReadonlyArray<ReportReasonType> => {
  const counts = new Map<ReportReasonType, number>();
  for (const { reasonType } of reports) counts.set(reasonType, (counts.get(reasonType) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left).map(([reason]) => reason);
};

/** Groups reports by their subjects, in the order of the first report of each. */
export const groupReports = (reports: ReadonlyArray<QueuedReport>): ReadonlyArray<ReportGroup> => {
  const groups = new Map<string, [QueuedReport, ...Array<QueuedReport>]>();
  for (const report of reports) {
    const group = groups.get(report.subjectUri);
    if (group === undefined) groups.set(report.subjectUri, [report]);
    else group.push(report);
  }
  return Array.from(groups, ([uri, found]) => ({ uri, latest: found[0], reports: found, reasons: reasonsOf(found) }));
};
