import { LogVerificationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Notice } from "../../components/Notice.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { partWord } from "./partNames.ts";
import { verifierOf } from "./verifierOf.ts";

/** The verifications that failed, until later ones close them. */
export const FailedVerifications = () => {
  const { data } = useAdminQuery(LogVerificationsDocument, {}, { pollingInterval: 10_000 });
  const { failed = [], failedCount = 0 } = data?.auditLog.verifications ?? {};
  if (failed.length === 0) return null;
  return (
    <Notice kind="bad" title="A verification of the log failed" isAlert>
      <ul className="failures">
        {failed.map((run) => (
          <li key={run.position}>
            <span className="line">
              Position {run.fault?.position}: {partWord(run.fault?.part ?? "POSITION")}: {run.fault?.reason}
            </span>
            <span className="line small soft">
              {verifierOf(run)}, <RelativeTime at={run.at} />
              {run.compared.length > 0 && ", compared with an older checkpoint"} (
              <AppLink to={`/audit/events/${run.position}`}>event {run.position}</AppLink>)
            </span>
          </li>
        ))}
      </ul>
      {failedCount > failed.length && <p>and {failedCount - failed.length} earlier ones.</p>}
      <p className="small soft">
        This stays here until a later verification holds that compared the log with the same older checkpoints. A
        verification in a browser does not close a failed one on the command line. Run{" "}
        <code>npx tidemark audit verify</code> on the machine of the service, and read about the{" "}
        <a href="/docs/auditing#record-of-verifications">record of verifications</a>.
      </p>
    </Notice>
  );
};
