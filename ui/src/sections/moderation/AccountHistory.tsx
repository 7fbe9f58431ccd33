import type { ReportedSubjectQuery } from "../../api/documents.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { Outcome } from "./Outcome.tsx";
import { reasonNames, statusNames } from "./reasonNames.ts";
import { isAccount, queuePath } from "./subjectAddress.ts";

type EarlierReport = ReportedSubjectQuery["ofAccount"]["nodes"][number];

interface AccountHistoryProps {
  readonly reports: ReadonlyArray<EarlierReport>;
  readonly did: string;
}

const all = new URLSearchParams({ status: "ALL" });

/** The other reports of an account and its records, and where its events are. */
export const AccountHistory = ({ did, reports }: AccountHistoryProps) => (
  <section className="card" aria-label="History of the account">
    <div className="card-head">
      <h2>Other reports of this account</h2>
      <AppLink to={`/audit?did=${encodeURIComponent(did)}`}>Events of the account</AppLink>
    </div>
    {reports.length === 0 ? (
      <p className="card-body soft">There are none.</p>
    ) : (
      <ul className="report-list">
        {reports.map((report) => (
          <li key={report.id}>
            <div className="row spread">
              <AppLink to={queuePath(all, { subject: report.subjectUri })} className="break">
                {isAccount(report.subjectUri) ? "The account" : report.subjectUri.split("/").slice(3).join("/")}
              </AppLink>
              <span className="row small soft">
                <span className="badge">{reasonNames[report.reasonType]}</span>
                {statusNames[report.status]}
                <RelativeTime at={report.createdAt} />
              </span>
            </div>
            <Outcome report={report} />
          </li>
        ))}
      </ul>
    )}
  </section>
);
