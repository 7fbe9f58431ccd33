import { useState } from "react";
import { ClientSummariesDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SearchBox } from "../../components/SearchBox.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { ClientTable } from "./ClientTable.tsx";
import { clientOrders, groupClients } from "./groupClients.ts";
import { type Client, useClients } from "./useClients.ts";
import "./clients.css";

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
  const order = clientOrders.find(({ value }) => value === search.get("sort"))?.value ?? "used";
  const summaries = useAdminQuery(ClientSummariesDocument, {}).data?.oauthClientSummaries;
  const summaryOf = new Map(summaries?.map((summary) => [summary.clientId, summary]));
  const found = clients?.filter((client) => matchesSearch(client, text));
  const listed = found?.map((client) => ({ client, summary: summaryOf.get(client.clientId) ?? null })) ?? [];
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
            <span className="row">
              <p role="status">
                {found?.length === clients.length
                  ? `${clients.length} in total`
                  : `${found?.length} of ${clients.length}`}
              </p>
              <SegmentedControl
                label="Sort by"
                value={order}
                choices={clientOrders}
                onChange={(sort) => change({ sort: sort === "used" ? "" : sort })}
              />
            </span>
          </div>
          {found?.length === 0 ? (
            <EmptyState title="No client matches">Try another search term or part of the client ID.</EmptyState>
          ) : (
            <>
              {groupClients(listed, order, visibleCount).map((group) => (
                <section key={group.title} aria-label={group.title}>
                  <h2 className="group-title">{group.title}</h2>
                  <ClientTable title={group.title} clients={group.clients} />
                </section>
              ))}
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
