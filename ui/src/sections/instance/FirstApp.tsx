import { useState } from "react";
import { ClientsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { appSample } from "../clients/appSample.ts";

const placeholder = {
  clientId: "<client ID>",
  clientName: "No client yet",
  clientType: "PUBLIC",
  redirectUris: []
} as const;

/** Sample code for an app of this instance. */
export const FirstApp = ({ server }: { readonly server: string }) => {
  const clients = useAdminQuery(ClientsDocument, {}).data?.oauthClients.slice(-200) ?? [];
  const [selected, setSelected] = useState("");
  const client = clients.find(({ clientId }) => clientId === selected) ?? clients[0] ?? placeholder;
  return (
    <section className="card">
      <div className="card-head">
        <h2>Your first app</h2>
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
      </div>
      <div className="card-body">
        <CodeBlock text={appSample(server, client)} what="the sample code" />
      </div>
    </section>
  );
};
