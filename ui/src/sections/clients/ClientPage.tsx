import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useSession } from "../../session/useSession.ts";
import type { PageProps } from "../../shell/PageProps.ts";
import { ClientAdministration } from "./ClientAdministration.tsx";
import { ClientDeletion } from "./ClientDeletion.tsx";
import { ClientDetails } from "./ClientDetails.tsx";
import { ClientLifetimes } from "./ClientLifetimes.tsx";
import { ClientSecret } from "./ClientSecret.tsx";
import { ClientSessions } from "./ClientSessions.tsx";
import { ClientUse } from "./ClientUse.tsx";
import { EditClient } from "./EditClient.tsx";
import { needsForClient } from "./needsForClient.ts";
import { QuickStartCard } from "./quickStart/QuickStartCard.tsx";
import { useClients } from "./useClients.ts";
import "./clients.css";

const up = { to: "/clients", name: "OAuth clients" };

/** The page of one client: its properties, and the actions on it. */
export const ClientPage = ({ parameters: { clientId = "" } }: PageProps) => {
  const { clients, error, refetch } = useClients();
  const { origin } = useSession();
  const [isEditing, setEditing] = useState(false);
  const client = clients?.find((each) => each.clientId === clientId);

  if (client === undefined) {
    return (
      <>
        <PageHeader title="OAuth client" up={up} />
        {error !== null && (
          <ErrorState title="The client could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && clients === undefined && <Loading what="the client" />}
        {clients !== undefined && (
          <div className="card">
            <EmptyState
              title="Client not found"
              action={
                <LinkButton to={`/audit?client=${encodeURIComponent(clientId)}`}>Search the audit log</LinkButton>
              }
            >
              No client with the ID {clientId} is registered. It may have been deleted. Apps whose client ID is a URL
              need no registration and are not listed.
            </EmptyState>
          </div>
        )}
      </>
    );
  }

  const about = encodeURIComponent(client.clientId);
  return (
    <>
      <PageHeader
        title={client.clientName}
        up={up}
        actions={
          <>
            <LinkButton to={`/sessions?client=${about}`} icon="people">
              Sessions
            </LinkButton>
            <LinkButton to={`/audit?client=${about}`} icon="audit">
              Audit log
            </LinkButton>
            {!isEditing && (
              <Button
                kind="primary"
                needs={needsForClient(client, "updateOAuthClient")}
                onPress={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
          </>
        }
      />
      <div className="stack">
        <section className="card">
          <div className="card-body">
            {isEditing ? (
              <EditClient client={client} onDone={() => setEditing(false)} />
            ) : (
              <ClientDetails client={client} />
            )}
          </div>
        </section>
        <ClientUse clientId={client.clientId} />
        <ClientSessions client={client} />
        <QuickStartCard server={origin} client={client} key={`start ${client.clientId}`} />
        <ClientSecret client={client} />
        <ClientLifetimes client={client} key={client.clientId} />
        <ClientAdministration client={client} />
        <ClientDeletion client={client} />
      </div>
    </>
  );
};
