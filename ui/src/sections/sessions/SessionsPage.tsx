import { type AuthorizationState, AuthorizationsDocument, ClientsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { EndAllSessions } from "./EndAllSessions.tsx";
import { SessionTable } from "./SessionTable.tsx";
import "../audit/audit.css";

const states = [
  { value: "all", name: "All" },
  { value: "active", name: "Active" },
  { value: "ended", name: "Ended" }
] as const;

const stateOf: Readonly<Record<string, AuthorizationState>> = { active: "ACTIVE", ended: "ENDED" };

/** The sessions of users in apps, active and ended. */
export const SessionsPage = () => {
  const { change, search } = useFilters();
  const did = search.get("did") ?? "";
  const clientId = search.get("client") ?? "";
  const state = states.find(({ value }) => value === search.get("state"))?.value ?? "all";
  const clients = useAdminQuery(ClientsDocument, {}).data?.oauthClients ?? [];
  const variables = { did: did || null, clientId: clientId || null, state: stateOf[state] ?? null, first: 50 };
  const query = useAdminPages(AuthorizationsDocument, variables, ({ authorizations }) => authorizations);
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  // A user entered by handle is signed out by the DID in the list.
  const user = did === "" || did.startsWith("did:") ? did : (nodes?.[0]?.did ?? "");
  return (
    <>
      <PageHeader title="Sessions">
        Who is signed in to which app. Ending a session signs the user out of the app.
      </PageHeader>
      <div className="stack">
        <FilterCard count={[did, clientId, state === "all" ? "" : state].filter((value) => value !== "").length}>
          <FilterField
            label="Account"
            placeholder="DID or handle"
            value={did}
            onChange={(next) => change({ did: next })}
          />
          <FilterField
            label="Client"
            placeholder="Client ID"
            value={clientId}
            onChange={(client) => change({ client })}
            suggestions={clients.slice(-200).map((client) => ({ value: client.clientId, name: client.clientName }))}
          />
          <div className="field">
            <span className="label">State</span>
            <SegmentedControl
              label="State"
              value={state}
              choices={states}
              onChange={(next) => change({ state: next === "all" ? "" : next })}
            />
          </div>
          {(user !== "" || (did === "" && clientId !== "")) && <EndAllSessions did={user} clientId={clientId} />}
        </FilterCard>
        {error !== null && (
          <ErrorState title="The sessions could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the sessions" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Sessions">
            {nodes.length === 0 ? (
              <EmptyState title="No sessions found">
                {did === "" && clientId === "" && state === "all"
                  ? "Nobody has signed in to an app yet."
                  : "Remove a filter or search for another account."}
              </EmptyState>
            ) : (
              <SessionTable sessions={nodes} />
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
