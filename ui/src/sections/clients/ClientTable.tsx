import { CopyableId } from "../../components/CopyableId.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { ClientBadges } from "./ClientBadges.tsx";
import type { Client } from "./useClients.ts";

/** A table of clients, each with a link to its page. */
export const ClientTable = ({ clients }: { readonly clients: ReadonlyArray<Client> }) => (
  <table className="table cards">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Client ID</th>
        <th scope="col">Redirect URIs</th>
      </tr>
    </thead>
    <tbody>
      {clients.map((client) => (
        <tr key={client.clientId}>
          <td>
            <AppLink to={`/clients/${encodeURIComponent(client.clientId)}`}>
              <strong>{client.clientName}</strong>
            </AppLink>
          </td>
          <td>
            <ClientBadges client={client} />
          </td>
          <td data-label="Client ID">
            <CopyableId id={client.clientId} what="the client ID" />
          </td>
          <td data-label="Redirect URIs">
            <ul>
              {client.redirectUris.slice(0, 2).map((uri) => (
                <li key={uri}>
                  <code>{uri}</code>
                </li>
              ))}
              {client.redirectUris.length > 2 && (
                <li className="soft small">and {client.redirectUris.length - 2} more</li>
              )}
            </ul>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
