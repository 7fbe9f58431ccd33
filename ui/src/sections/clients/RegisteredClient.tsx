import type { RegisterClientMutation } from "../../api/documents.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useSession } from "../../session/useSession.ts";
import { appSample } from "./appSample.ts";
import { NewSecret } from "./NewSecret.tsx";

/** Shows the client ID and secret of a new client, and sample code for its app. */
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
        <section className="card">
          <div className="card-body stack-small">
            <h2>Sample code for your app</h2>
            <CodeBlock text={appSample(origin, client)} what="the sample code" />
          </div>
        </section>
      </div>
    </>
  );
};
