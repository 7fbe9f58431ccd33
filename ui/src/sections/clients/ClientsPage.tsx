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

/** The number of clients per page: there may be many self-registered apps. */
const pageSize = 100;

const register = (
  <LinkButton to="/clients/new" kind="primary" icon="plus">
    Register new client
  </LinkButton>
);

const matchesSearch = (client: Client, text: string): boolean =>
  [client.clientName, client.clientId, ...client.redirectUris].some((value) =>
    value.toLowerCase().includes(text.toLowerCase())
  );

/** The list of registered clients. */
export const ClientsPage = () => {
  const { clients, error, refetch } = useClients();
  const { change, search } = useFilters();
  const [visibleCount, setVisibleCount] = useState(pageSize);
  const text = search.get("q") ?? "";
  const found = clients?.filter((client) => matchesSearch(client, text));
  return (
    <>
      <PageHeader title="OAuth clients" actions={register}>
        Apps that users can sign in to through this instance.
      </PageHeader>
      {error !== null && (
        <ErrorState title="The clients could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && clients === undefined && <Loading what="the clients" />}
      {clients?.length === 0 && (
        <div className="card">
          <EmptyState title="No clients yet" action={register}>
            Register your first app to get a client ID. Users can then sign in to the app with their own accounts.
          </EmptyState>
        </div>
      )}
      {clients !== undefined && clients.length > 0 && (
        <div className="card">
          <div className="card-head">
            <SearchBox label="Search by name, ID or URI" value={text} onChange={(q) => change({ q })} />
            <p role="status">
              {found?.length === clients.length
                ? `${clients.length} in total`
                : `${found?.length} of ${clients.length}`}
            </p>
          </div>
          {found?.length === 0 ? (
            <EmptyState title="No client matches">Try another search term or part of the client ID.</EmptyState>
          ) : (
            <>
              <ClientTable clients={found?.slice(0, visibleCount) ?? []} />
              <LoadMore
                hasMore={(found?.length ?? 0) > visibleCount}
                isPending={false}
                onPress={() => setVisibleCount(visibleCount + pageSize)}
              />
            </>
          )}
        </div>
      )}
    </>
  );
};
