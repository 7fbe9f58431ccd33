import type { RegisterClientMutation } from "../../api/documents.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useSession } from "../../session/useSession.ts";
import { appSample } from "./appSample.ts";
import { NewSecret } from "./NewSecret.tsx";

/** What a new client got, and how its app begins. */
export const RegisteredClient = ({ client }: { readonly client: RegisterClientMutation["createOAuthClient"] }) => {
  const { origin } = useSession();
  const address = `/clients/${encodeURIComponent(client.clientId)}`;
  return (
    <>
      <PageHeader
        title={`${client.clientName} is registered`}
        up={{ to: "/clients", name: "OAuth Clients" }}
        actions={
          <LinkButton to={address} kind="primary">
            {client.clientSecret === null ? "Open the client" : "I stored the secret"}
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
              <CopyButton text={client.clientId} what="the client id" />
            </div>
          </div>
        </section>
        <section className="card">
          <div className="card-body stack-small">
            <h2>The first lines of your app</h2>
            <CodeBlock text={appSample(origin, client)} what="the sample" />
          </div>
        </section>
      </div>
    </>
  );
};
