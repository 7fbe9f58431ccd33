import { SkippedRecordsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { SkippedTable } from "./SkippedTable.tsx";
import "../audit/audit.css";

/** The records that were skipped when repositories were indexed. */
export const SkippedPage = () => {
  const { change, search } = useFilters();
  const did = search.get("did") ?? "";
  const variables = { did: did || null, first: 50 };
  const query = useAdminPages(SkippedRecordsDocument, variables, ({ skippedRecords }) => skippedRecords);
  const { error, fetchNextPage, first, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  const total = first?.skippedRecords.totalCount ?? 0;
  return (
    <>
      <PageHeader title="Skipped records">
        Records of indexed repositories that the API does not return, and why. Up to 1,000 per account.
      </PageHeader>
      <div className="stack">
        <FilterCard count={did === "" ? 0 : 1}>
          <FilterField
            label="Account"
            placeholder="DID or handle"
            value={did}
            onChange={(next) => change({ did: next })}
          />
        </FilterCard>
        {error !== null && (
          <ErrorState title="The skipped records could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the skipped records" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Skipped records">
            {nodes.length === 0 ? (
              <EmptyState title="No skipped records">
                {did === ""
                  ? "All records of the indexed repositories are in the index."
                  : "No record of this account was skipped."}
              </EmptyState>
            ) : (
              <>
                <div className="card-head">
                  <h2>{total === 1 ? "1 record" : `${countOf(total)} records`}</h2>
                </div>
                <SkippedTable records={nodes} />
              </>
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
