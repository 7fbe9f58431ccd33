import { useState } from "react";
import { ClientsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { LinkButton } from "../../components/LinkButton.tsx";
import type { QuickStartClient } from "../clients/quickStart/QuickStart.ts";
import { QuickStartCard } from "../clients/quickStart/QuickStartCard.tsx";

const placeholder: QuickStartClient = {
  clientId: "<client ID>",
  clientType: "PUBLIC",
  tokenEndpointAuthMethod: "none",
  redirectUris: ["https://app.example.com/callback"]
};

/** Programs for an app of this instance. */
export const FirstApp = ({ server }: { readonly server: string }) => {
  const clients = useAdminQuery(ClientsDocument, {}).data?.oauthClients.slice(-200) ?? [];
  const [selected, setSelected] = useState("");
  const client = clients.find(({ clientId }) => clientId === selected) ?? clients[0] ?? placeholder;
  return (
    <QuickStartCard key={client.clientId} server={server} client={client} title="Your first app">
      {clients.length === 0 ? (
        <LinkButton to="/clients/new" size="small" icon="plus">
          Register new client
        </LinkButton>
      ) : (
        <label className="row">
          <span className="soft small">Client</span>
          <select className="input" value={client.clientId} onChange={(event) => setSelected(event.target.value)}>
            {clients.map(({ clientId, clientName }) => (
              <option key={clientId} value={clientId}>
                {clientName}
              </option>
            ))}
          </select>
        </label>
      )}
    </QuickStartCard>
  );
};
