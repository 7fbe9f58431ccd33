import { AccountName } from "../../components/AccountName.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AppSession } from "./AppSession.ts";
import { EndSession } from "./EndSession.tsx";
import { SessionState } from "./SessionState.tsx";

/** A table of sessions, each with a link to its steps. */
export const SessionTable = ({ sessions }: { readonly sessions: ReadonlyArray<AppSession> }) => (
  <table className="table cards">
    <TableHead columns={["Account", "App", "State", "Signed in", "Last used", { name: "Actions", isHidden: true }]} />
    <tbody>
      {sessions.map((session) => (
        <tr key={session.authorizationId}>
          <td>
            <AccountName
              did={session.did}
              handle={session.handle}
              to={`/sessions?did=${encodeURIComponent(session.did)}`}
            />
          </td>
          <td data-label="App">
            <AppLink to={`/clients/${encodeURIComponent(session.clientId)}`}>
              {session.clientName ?? session.clientId}
            </AppLink>
          </td>
          <td data-label="State">
            <span>
              <SessionState session={session} />
            </span>
          </td>
          <td data-label="Signed in">
            <span>
              <RelativeTime at={session.grantedAt} />
              <AppLink
                className="small line"
                to={`/audit/authorizations/${encodeURIComponent(session.authorizationId)}`}
              >
                View steps
              </AppLink>
            </span>
          </td>
          <td data-label="Last used">
            <RelativeTime at={session.lastUsedAt} />
          </td>
          <td className="actions">{session.endedAt === null && <EndSession session={session} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
