import { AuthorizationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { EndAllSessions } from "../sessions/EndAllSessions.tsx";
import { EndSession } from "../sessions/EndSession.tsx";
import type { Client } from "./useClients.ts";

/** The number of sessions that the page of a client lists. All of them are on the page of sessions. */
const listed = 10;

/** Who is signed in to a client, the latest first, with buttons that sign them out. */
export const ClientSessions = ({ client }: { readonly client: Client }) => {
  const variables = { did: null, clientId: client.clientId, state: "ACTIVE", first: listed } as const;
  const { data, error, refetch } = useAdminQuery(AuthorizationsDocument, variables);
  const sessions = data?.authorizations.nodes;
  const hasMore = data?.authorizations.pageInfo.hasNextPage ?? false;
  const about = encodeURIComponent(client.clientId);
  return (
    <section className="card" aria-label="Signed in">
      <div className="card-head">
        <div>
          <h2>Signed in</h2>
          <p>
            {sessions?.length === 0
              ? "Nobody is signed in to this app."
              : "Users with an active session in this app, the latest sign-in first."}
          </p>
        </div>
        {sessions !== undefined && sessions.length > 0 && <EndAllSessions did="" clientId={client.clientId} />}
      </div>
      {error !== null && (
        <ErrorState title="The sessions could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && sessions === undefined && <Loading what="the sessions" />}
      {sessions !== undefined && sessions.length > 0 && (
        <table className="table cards">
          <TableHead columns={["Account", "Signed in", "Last used", { name: "Actions", isHidden: true }]} />
          <tbody>
            {sessions.map((session) => (
              <tr key={session.authorizationId}>
                <td>
                  <AccountName
                    did={session.did}
                    handle={session.handle}
                    to={`/accounts/${encodeURIComponent(session.did)}`}
                  />
                </td>
                <td data-label="Signed in">
                  <AppLink to={`/audit/authorizations/${encodeURIComponent(session.authorizationId)}`}>
                    <RelativeTime at={session.grantedAt} />
                  </AppLink>
                </td>
                <td data-label="Last used">
                  <RelativeTime at={session.lastUsedAt} />
                </td>
                <td className="actions">
                  <EndSession session={session} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <div className="card-foot">
          <LinkButton to={`/sessions?client=${about}&state=active`}>View all sessions</LinkButton>
        </div>
      )}
    </section>
  );
};
