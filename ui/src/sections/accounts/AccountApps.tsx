import { EmptyState } from "../../components/EmptyState.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { EndAllSessions } from "../sessions/EndAllSessions.tsx";
import type { Account } from "./AccountFacts.tsx";

/** The apps that an account signed in to, with its sessions in each. */
export const AccountApps = ({ account: { activeSessions, apps, did } }: { readonly account: Account }) => (
  <section className="card" aria-labelledby="apps">
    <div className="card-head">
      <h2 id="apps">Apps</h2>
      {activeSessions > 0 && <EndAllSessions did={did} clientId="" />}
    </div>
    {apps.length === 0 ? (
      <EmptyState title="Never signed in">The account has not signed in to an app of this instance.</EmptyState>
    ) : (
      <table className="table cards">
        <TableHead
          columns={[
            "App",
            "Last sign-in",
            "Last used",
            { name: "Sign-ins", className: "number" },
            { name: "Sessions", className: "number" }
          ]}
        />
        <tbody>
          {apps.map((app) => (
            <tr key={app.clientId}>
              <td>
                <AppLink to={`/clients/${encodeURIComponent(app.clientId)}`}>{app.clientName ?? app.clientId}</AppLink>
              </td>
              <td data-label="Last sign-in">
                <RelativeTime at={app.signedInAt} />
              </td>
              <td data-label="Last used">
                <RelativeTime at={app.usedAt} />
              </td>
              <td data-label="Sign-ins" className="number">
                {app.signIns}
              </td>
              <td data-label="Sessions" className="number">
                {app.activeSessions === 0 ? (
                  "0"
                ) : (
                  <AppLink
                    to={`/sessions?did=${encodeURIComponent(did)}&client=${encodeURIComponent(app.clientId)}&state=active`}
                  >
                    {app.activeSessions}
                  </AppLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
