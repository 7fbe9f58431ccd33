import type { ReportedSubjectQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { Outcome } from "./Outcome.tsx";
import { reasonNames } from "./reasonNames.ts";

export type SubjectReport = ReportedSubjectQuery["reports"]["nodes"][number];

/** All reports of a subject, newest first. */
export const ReportList = ({
  reports,
  total
}: {
  readonly reports: ReadonlyArray<SubjectReport>;
  readonly total: number;
}) => (
  <section className="card" aria-label="Reports of this subject">
    <div className="card-head">
      <h2>{total === 1 ? "1 report" : `${total} reports`}</h2>
    </div>
    <ul className="report-list">
      {reports.map((report) => (
        <li key={report.id}>
          <div className="row spread">
            <span className="row">
              <span className="badge">{reasonNames[report.reasonType]}</span>
              <AccountName did={report.reporterDid} handle={report.reporterHandle} />
            </span>
            <span className="small soft">
              <RelativeTime at={report.createdAt} />
            </span>
          </div>
          {report.reason !== null && <p className="record-text">{report.reason}</p>}
          <Outcome report={report} />
        </li>
      ))}
    </ul>
    {total > reports.length && <p className="card-foot soft small">The newest {reports.length} are shown.</p>}
  </section>
);
