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
  { value: "active", name: "Signed in" },
  { value: "ended", name: "Over" }
] as const;

const stateOf: Readonly<Record<string, AuthorizationState>> = { active: "ACTIVE", ended: "ENDED" };

/** Who is signed in to which app, and who was. */
export const SessionsPage = () => {
  const { change, search } = useFilters();
  const did = search.get("did") ?? "";
  const clientId = search.get("client") ?? "";
  const state = states.find(({ value }) => value === search.get("state"))?.value ?? "all";
  const clients = useAdminQuery(ClientsDocument, {}).data?.oauthClients ?? [];
  const variables = { did: did || null, clientId: clientId || null, state: stateOf[state] ?? null, first: 50 };
  const answer = useAdminPages(AuthorizationsDocument, variables, ({ authorizations }) => authorizations);
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, nodes, refetch } = answer;
  // Whoever is named by a handle is ended by the DID that is listed.
  const person = did === "" || did.startsWith("did:") ? did : (nodes?.[0]?.did ?? "");
  return (
    <>
      <PageHeader title="Sessions">Who signed in to which app. Whoever is ended here has to sign in again.</PageHeader>
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
          {(person !== "" || (did === "" && clientId !== "")) && <EndAllSessions did={person} clientId={clientId} />}
        </FilterCard>
        {error !== null && (
          <ErrorState title="The sessions could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the sessions" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Sessions">
            {nodes.length === 0 ? (
              <EmptyState title="Nobody fits">
                {did === "" && clientId === "" && state === "all"
                  ? "Nobody has signed in to an app yet."
                  : "Leave a filter out, or look for another account."}
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
