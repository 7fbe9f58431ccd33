import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SearchBox } from "../../components/SearchBox.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { ClientTable } from "./ClientTable.tsx";
import { type Client, useClients } from "./useClients.ts";

/** How many are shown at once: apps that register themselves may be many. */
const pageSize = 100;

const register = (
  <LinkButton to="/clients/new" kind="primary" icon="plus">
    Register New Client
  </LinkButton>
);

const matchesSearch = (client: Client, words: string): boolean =>
  [client.clientName, client.clientId, ...client.redirectUris].some((text) =>
    text.toLowerCase().includes(words.toLowerCase())
  );

/** The apps that people can sign in to through this instance. */
export const ClientsPage = () => {
  const { clients, error, refetch } = useClients();
  const { change, search } = useFilters();
  const [room, setRoom] = useState(pageSize);
  const words = search.get("q") ?? "";
  const found = clients?.filter((client) => matchesSearch(client, words));
  return (
    <>
      <PageHeader title="OAuth Clients" actions={register}>
        Apps that people can sign in to through this instance.
      </PageHeader>
      {error !== null && (
        <ErrorState title="The clients could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && clients === undefined && <Loading what="the clients" />}
      {clients?.length === 0 && (
        <div className="card">
          <EmptyState title="No clients yet" action={register}>
            Register the first app: it gets a client id, and people can sign in to it with their own account.
          </EmptyState>
        </div>
      )}
      {clients !== undefined && clients.length > 0 && (
        <div className="card">
          <div className="card-head">
            <SearchBox label="Search by name, id or address" value={words} onChange={(q) => change({ q })} />
            <p role="status">
              {found?.length === clients.length ? `${clients.length} in all` : `${found?.length} of ${clients.length}`}
            </p>
          </div>
          {found?.length === 0 ? (
            <EmptyState title="No client matches">Try other words, or a part of the client id.</EmptyState>
          ) : (
            <>
              <ClientTable clients={found?.slice(0, room) ?? []} />
              <LoadMore
                hasMore={(found?.length ?? 0) > room}
                isPending={false}
                onPress={() => setRoom(room + pageSize)}
              />
            </>
          )}
        </div>
      )}
    </>
  );
};
