import { LogVerificationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { type RecordedRun, verifierOf } from "./verifierOf.ts";

const comparedWith = ({ compared }: RecordedRun): string =>
  compared.length === 0 ? "No older checkpoint" : compared.map(({ size }) => `${countOf(size)} events`).join(", ");

const Row = ({ run }: { readonly run: RecordedRun }) => (
  <tr>
    <td>
      <AppLink to={`/audit/events/${run.position}`}>{verifierOf(run)}</AppLink>
    </td>
    <td data-label="When">
      <RelativeTime at={run.at} />
    </td>
    <td data-label="Result">
      <span>
        <span className={`badge ${run.holds ? "good" : "bad"}`}>{run.holds ? "Holds" : "Does not hold"}</span>
      </span>
    </td>
    <td data-label="Events checked">{countOf(run.checked)}</td>
    <td data-label="Compared with">{comparedWith(run)}</td>
  </tr>
);

/** The last verification of each kind, as the log records them. */
export const RecordedVerifications = () => {
  const { data, error, refetch } = useAdminQuery(LogVerificationsDocument, {}, { pollingInterval: 10_000 });
  const runs = data?.auditLog.verifications.last;
  if (runs === undefined)
    return error === null ? (
      <Loading what="the last verification" lines={3} />
    ) : (
      <ErrorState title="The last verification could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <section className="card" aria-label="Last verification">
      <div className="card-head">
        <div>
          <h2>Last verification</h2>
          <p>As the log records it. What a browser reports is the statement of the admin who was signed in there.</p>
        </div>
      </div>
      {runs.length === 0 ? (
        <EmptyState title="Nobody has verified this log yet">
          Verify it in this browser, or run <code>npx tidemark audit verify</code> on the machine of the service, which
          also checks the stored projections.
        </EmptyState>
      ) : (
        <table className="table cards">
          <TableHead columns={["Where", "When", "Result", "Events checked", "Compared with"]} />
          <tbody>
            {runs.map((run) => (
              <Row key={run.position} run={run} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
