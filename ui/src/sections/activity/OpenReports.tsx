import { OpenReportCountDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Notice } from "../../components/Notice.tsx";

/** Says that reports of users wait for a decision; nothing if there are none. */
export const OpenReports = () => {
  const { data } = useAdminQuery(OpenReportCountDocument, {}, { pollingInterval: 60_000 });
  const count = data?.reports.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <Notice kind="warn" title={count === 1 ? "1 report is open" : `${countOf(count)} reports are open`}>
      <div className="row">
        <LinkButton to="/moderation" size="small">
          Review reports
        </LinkButton>
      </div>
    </Notice>
  );
};
