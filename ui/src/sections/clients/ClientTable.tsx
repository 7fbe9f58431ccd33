import { CopyableId } from "../../components/CopyableId.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { ClientBadges } from "./ClientBadges.tsx";
import type { ClientSummary, ListedClient } from "./groupClients.ts";

const LastUse = ({ summary }: { readonly summary: ClientSummary | null }) => {
  if (summary === null) return <span className="soft">…</span>;
  return summary.lastUsedAt === null ? (
    <span className="badge warn">Never used</span>
  ) : (
    <RelativeTime at={summary.lastUsedAt} />
  );
};

interface ClientTableProps {
  readonly title: string;
  readonly clients: ReadonlyArray<ListedClient>;
}

/** A table of clients, each with a link to its page, and how much it is used. */
export const ClientTable = ({ clients, title }: ClientTableProps) => (
  <table className="table cards client-table" aria-label={title}>
    <TableHead columns={["Name", "Client ID", "Sign-ins, 30 days", "Signed in", "Last used"]} />
    <tbody>
      {clients.map(({ client, summary }) => (
        <tr key={client.clientId}>
          <td>
            <AppLink to={`/clients/${encodeURIComponent(client.clientId)}`}>
              <strong>{client.clientName}</strong>
            </AppLink>
            <span className="line">
              <ClientBadges client={client} />
            </span>
          </td>
          <td data-label="Client ID">
            <CopyableId id={client.clientId} what="the client ID" />
            <code className="small soft line" title={client.redirectUris.join("\n")}>
              {client.redirectUris[0]}
              {client.redirectUris.length > 1 && ` and ${client.redirectUris.length - 1} more`}
            </code>
          </td>
          <td data-label="Sign-ins">{summary === null ? "…" : countOf(summary.signIns)}</td>
          <td data-label="Signed in">{summary === null ? "…" : countOf(summary.activeSessions)}</td>
          <td data-label="Last used">
            <LastUse summary={summary} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
