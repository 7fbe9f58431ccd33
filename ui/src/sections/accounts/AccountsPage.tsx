import { type AccountState, AccountsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { AccountTable } from "./AccountTable.tsx";
import "../audit/audit.css";

const states = [
  { value: "all", name: "All" },
  { value: "signed-in", name: "Signed in" },
  { value: "indexed-only", name: "Indexed only" },
  { value: "hidden", name: "Hidden" }
] as const;

const stateOf: Readonly<Record<string, AccountState>> = {
  "signed-in": "SIGNED_IN",
  "indexed-only": "NEVER_SIGNED_IN",
  hidden: "HIDDEN"
};

/** The accounts that the instance knows, those that apps used last first. */
export const AccountsPage = () => {
  const { change, search } = useFilters();
  const text = search.get("q") ?? "";
  const state = states.find(({ value }) => value === search.get("state"))?.value ?? "all";
  const variables = { text: text || null, state: stateOf[state] ?? null, first: 50 };
  const query = useAdminPages(AccountsDocument, variables, ({ accounts }) => accounts);
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  const isFiltered = text !== "" || state !== "all";
  return (
    <>
      <PageHeader title="Accounts">
        Everyone who signed in to an app here, and the authors of indexed records. The last active come first.
      </PageHeader>
      <div className="stack">
        <FilterCard count={[text, state === "all" ? "" : state].filter((value) => value !== "").length}>
          <FilterField
            label="Account"
            placeholder="Part of a handle, or a DID"
            value={text}
            onChange={(next) => change({ q: next })}
          />
          <div className="field field-wide">
            <span className="label">Which</span>
            <SegmentedControl
              label="Which"
              value={state}
              choices={states}
              onChange={(next) => change({ state: next === "all" ? "" : next })}
            />
          </div>
        </FilterCard>
        {error !== null && (
          <ErrorState title="The accounts could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the accounts" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Accounts">
            {nodes.length === 0 ? (
              <EmptyState
                title={isFiltered ? "No accounts found" : "No accounts yet"}
                action={isFiltered ? undefined : <LinkButton to="/clients/new">Register a client</LinkButton>}
              >
                {isFiltered
                  ? "Remove a filter, or search for another part of the handle. Only accounts that this instance knows are found."
                  : "Accounts appear when somebody signs in to an app, or when their records are indexed."}
              </EmptyState>
            ) : (
              <AccountTable accounts={nodes} />
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
