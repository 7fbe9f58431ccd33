import { LabelListDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { LabelTable } from "./LabelTable.tsx";
import { ModerationHeader } from "./ModerationHeader.tsx";
import "../audit/audit.css";

const filters = [
  { name: "uri", label: "Record or account", placeholder: "AT URI or DID" },
  { name: "val", label: "Label", placeholder: "spam" },
  { name: "src", label: "Source", placeholder: "DID" }
] as const;

/** The labels of this instance and of its labelers. */
export const LabelsPage = () => {
  const { change, search } = useFilters();
  const valueOf = (name: (typeof filters)[number]["name"]): string | null => search.get(name) || null;
  const variables = { uri: valueOf("uri"), val: valueOf("val"), src: valueOf("src"), first: 50 };
  const query = useAdminPages(LabelListDocument, variables, ({ labels }) => labels);
  const { error, fetchNextPage, first, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  const count = filters.filter(({ name }) => valueOf(name) !== null).length;
  const total = first?.labels.totalCount ?? 0;
  return (
    <>
      <ModerationHeader title="Labels">
        What this instance and its labelers say of records and accounts. Of each source the last word counts.
      </ModerationHeader>
      <div className="stack">
        <FilterCard count={count}>
          {filters.map(({ label, name, placeholder }) => (
            <FilterField
              key={name}
              label={label}
              placeholder={placeholder}
              value={valueOf(name) ?? ""}
              onChange={(next) => change({ [name]: next })}
            />
          ))}
        </FilterCard>
        {error !== null && (
          <ErrorState title="The labels could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the labels" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Labels">
            {nodes.length === 0 ? (
              <EmptyState title={count === 0 ? "No labels yet" : "No matching labels"}>
                {count === 0 ? "Label what users report in the queue." : "Change or remove a filter."}
              </EmptyState>
            ) : (
              <>
                <div className="card-head">
                  <h2>{total === 1 ? "1 label" : `${countOf(total)} labels`}</h2>
                </div>
                <LabelTable labels={nodes} />
              </>
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
