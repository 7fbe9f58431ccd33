import { AuditRecordDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { AppLink } from "../../router/AppLink.tsx";
import { Timeline } from "../audit/Timeline.tsx";
import "../audit/audit.css";

/** How many events of the history are shown. */
const shown = 20;

/** Who wrote a record through this instance, and when. */
export const RecordHistory = ({ uri }: { readonly uri: string }) => {
  const { data } = useAdminQuery(AuditRecordDocument, { uri, first: shown, after: null });
  const steps = data?.auditRecord.nodes;
  if (steps === undefined) return null;
  return (
    <section className="card" aria-labelledby="history">
      <div className="card-head">
        <h2 id="history">History</h2>
        {data?.auditRecord.pageInfo.hasNextPage === true && (
          <AppLink to={`/audit/record?uri=${encodeURIComponent(uri)}`}>Complete history</AppLink>
        )}
      </div>
      {steps.length === 0 ? (
        <p className="card-body soft">
          No app has written this record through this instance. It was written elsewhere, and arrived by live sync or a
          backfill.
        </p>
      ) : (
        <Timeline steps={steps} />
      )}
    </section>
  );
};
