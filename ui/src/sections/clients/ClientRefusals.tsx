import type { ClientUseQuery } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";

type Refusal = NonNullable<ClientUseQuery["oauthClientActivity"]>["refusals"][number];

interface ClientRefusalsProps {
  readonly clientId: string;
  readonly refusals: ReadonlyArray<Refusal>;
}

const historyOf = (clientId: string, { reason, type }: Refusal): string => {
  const filter = new URLSearchParams({ client: clientId, type, ...(reason !== null && { reason }) });
  return `/audit?${filter}`;
};

/** The reasons for which sign-ins and requests for tokens were refused, the latest first. */
export const ClientRefusals = ({ clientId, refusals }: ClientRefusalsProps) => (
  <section className="card" aria-label="Refusals">
    <div className="card-head">
      <div>
        <h2>Refusals</h2>
        <p>
          {refusals.length === 0
            ? "No sign-in and no request for tokens was refused in the last 30 days. "
            : "Sign-ins and requests for tokens that were refused in the last 30 days. "}
          Requests that never became a sign-in, such as one with a wrong secret or an unknown redirect URI, are not
          logged: the app receives the reason.
        </p>
      </div>
    </div>
    {refusals.length > 0 && (
      <table className="table cards">
        <TableHead columns={["Reason", "Times", "Last", { name: "Events", isHidden: true }]} />
        <tbody>
          {refusals.map((refusal) => (
            <tr key={`${refusal.type} ${refusal.reason}`}>
              <td>
                {refusal.message ?? refusal.type}
                {refusal.reason !== null && <code className="small soft line">{refusal.reason}</code>}
              </td>
              <td data-label="Times">{countOf(refusal.count)}</td>
              <td data-label="Last">
                <RelativeTime at={refusal.lastAt} />
              </td>
              <td className="actions">
                <AppLink
                  to={historyOf(clientId, refusal)}
                  aria-label={`View events: ${refusal.message ?? refusal.type}`}
                >
                  View events
                </AppLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
