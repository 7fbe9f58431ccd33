import { groupByApp } from "../../../../src/domain/authorization/groupByApp.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AppSession } from "./AppSession.ts";
import { EndSession } from "./EndSession.tsx";
import { SessionState } from "./SessionState.tsx";

const SessionRow = ({ session }: { readonly session: AppSession }) => (
  <tr>
    <td>
      <AccountName did={session.did} handle={session.handle} to={`/sessions?did=${encodeURIComponent(session.did)}`} />
    </td>
    <td data-label="State">
      <span>
        <SessionState session={session} />
      </span>
    </td>
    <td data-label="Signed in">
      <span>
        <RelativeTime at={session.grantedAt} />
        <AppLink className="small line" to={`/audit/authorizations/${encodeURIComponent(session.authorizationId)}`}>
          View steps
        </AppLink>
      </span>
    </td>
    <td data-label="Last used">
      <RelativeTime at={session.lastUsedAt} />
    </td>
    <td className="actions">{session.endedAt === null && <EndSession session={session} />}</td>
  </tr>
);

/** A table of sessions grouped by app, each with a link to its steps. */
export const SessionTable = ({ sessions }: { readonly sessions: ReadonlyArray<AppSession> }) => (
  <table className="table cards">
    <TableHead columns={["Account", "State", "Signed in", "Last used", { name: "Actions", isHidden: true }]} />
    {groupByApp(sessions).map(({ clientId, clientName, entries }) => (
      <tbody key={clientId}>
        <tr className="group">
          <th scope="rowgroup" colSpan={5}>
            <AppLink to={`/clients/${encodeURIComponent(clientId)}`}>{clientName ?? clientId}</AppLink>{" "}
            <span className="small soft">
              {entries.length === 1 ? "1 session" : `${countOf(entries.length)} sessions`}
            </span>
          </th>
        </tr>
        {entries.map((session) => (
          <SessionRow key={session.authorizationId} session={session} />
        ))}
      </tbody>
    ))}
  </table>
);
