import type { RegisterClientMutation } from "../../api/documents.ts";
import { CopyButton } from "../../components/CopyButton.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useSession } from "../../session/useSession.ts";
import { NewSecret } from "./NewSecret.tsx";
import { QuickStartCard } from "./quickStart/QuickStartCard.tsx";

/** Shows the client ID and secret of a new client, and programs for its app. */
export const RegisteredClient = ({ client }: { readonly client: RegisterClientMutation["createOAuthClient"] }) => {
  const { origin } = useSession();
  const path = `/clients/${encodeURIComponent(client.clientId)}`;
  return (
    <>
      <PageHeader
        title={`${client.clientName} is registered`}
        up={{ to: "/clients", name: "OAuth clients" }}
        actions={
          <LinkButton to={path} kind="primary">
            {client.clientSecret === null ? "Open client" : "I have stored the secret"}
          </LinkButton>
        }
      />
      <div className="stack">
        {client.clientSecret !== null && <NewSecret secret={client.clientSecret} />}
        <section className="card">
          <div className="card-body secret">
            <h2>Client ID</h2>
            <div className="value">
              <code>{client.clientId}</code>
              <CopyButton text={client.clientId} what="the client ID" />
            </div>
          </div>
        </section>
        <QuickStartCard server={origin} client={client} />
      </div>
    </>
  );
};
