import { ClientUseDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { ClientRefusals } from "./ClientRefusals.tsx";
import { SignInChart } from "./SignInChart.tsx";

const timeOr = (at: string | null, otherwise: string) => (at === null ? otherwise : <RelativeTime at={at} />);

/** How a client is used: sign-ins by day, its last use, and the reasons for which it was refused. */
export const ClientUse = ({ clientId }: { readonly clientId: string }) => {
  const { data, error, refetch } = useAdminQuery(ClientUseDocument, { clientId });
  const use = data?.oauthClientActivity;
  if (error !== null && use === undefined) {
    return <ErrorState title="The use of the client could not be loaded" error={error} retry={() => void refetch()} />;
  }
  if (use === undefined) return <Loading what="the use of the client" />;
  if (use === null) return null;
  return (
    <>
      <section className="card" aria-label="Use">
        <div className="card-head">
          <div>
            <h2>Use</h2>
            <p>The last 30 days, as the audit log says.</p>
          </div>
        </div>
        <div className="card-body stack">
          <dl className="tiles">
            <div className="tile">
              <dt>Sign-ins</dt>
              <dd>{countOf(use.signIns)}</dd>
            </div>
            <div className="tile">
              <dt>Signed in now</dt>
              <dd>{countOf(use.activeSessions)}</dd>
            </div>
            <div className="tile">
              <dt>Last sign-in</dt>
              <dd className="words">{timeOr(use.lastSignInAt, "Never")}</dd>
            </div>
            <div className="tile">
              <dt>Last used</dt>
              <dd className="words">{timeOr(use.lastUsedAt, "Never")}</dd>
            </div>
          </dl>
          {use.signIns === 0 ? (
            <p className="soft">Nobody has signed in through this app in the last 30 days.</p>
          ) : (
            <SignInChart days={use.days} />
          )}
        </div>
      </section>
      <ClientRefusals clientId={clientId} refusals={use.refusals} />
    </>
  );
};
