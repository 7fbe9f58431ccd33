import { AdminRecordCountDocument, AdminRecordsDocument, RecordCollectionsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import type { PageProps } from "../../shell/PageProps.ts";
import { ColumnChoice, type RecordProperty } from "./ColumnChoice.tsx";
import { RecordFilters } from "./RecordFilters.tsx";
import { RecordTable } from "./RecordTable.tsx";
import { readFilter, usualOrder } from "./recordFilter.ts";
import "../audit/audit.css";
import "./records.css";

const up = { to: "/records", name: "Records" };

/** How many properties have a column if none is chosen. */
const usualColumns = 4;

const columnsOf = (properties: ReadonlyArray<RecordProperty>, chosen: ReadonlyArray<string>) => {
  if (chosen.length > 0) return properties.filter(({ name }) => chosen.includes(name));
  return properties.filter(({ name }) => !name.includes(".")).slice(0, usualColumns);
};

const titleOf = (total: number | null | undefined): string => {
  if (total === undefined || total === null) return "Records";
  return total === 1 ? "1 record" : `${countOf(total)} records`;
};

/** The records of a collection: filtered, sorted, with the columns that the query string names. */
export const RecordsPage = ({ parameters: { collection = "" } }: PageProps) => {
  const { change, search } = useFilters();
  const filter = readFilter(search);
  const { orderBy: _, ...counted } = filter;
  const found = useAdminQuery(RecordCollectionsDocument, { collection });
  const about = found.data?.recordCollections[0];
  const isThere = about !== undefined;
  const query = useAdminPages(
    AdminRecordsDocument,
    { collection, ...filter, first: 50 },
    ({ adminRecords }) => adminRecords,
    isThere
  );
  const total = useAdminQuery(AdminRecordCountDocument, { collection, ...counted }, { enabled: isThere });
  const { fetchNextPage, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  const error = found.error ?? query.error;
  const columns = columnsOf(about?.properties ?? [], search.getAll("col"));
  const isFiltered = ["author", "key", "f", "show"].some((name) => search.has(name));
  const isEmpty = about !== undefined && about.records === 0 && about.hidden > 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title={collection}
        up={up}
        actions={
          <LinkButton to={`/lexicons/${collection}`} icon="lexicons">
            Lexicon
          </LinkButton>
        }
      >
        {about?.description}
      </PageHeader>
      <div className="stack">
        {found.data !== undefined && about === undefined && (
          <div className="card">
            <EmptyState title="Collection not in use" action={<LinkButton to="/lexicons">Lexicons</LinkButton>}>
              No Lexicon in use defines {collection} as a record. Import its Lexicon to browse its records.
            </EmptyState>
          </div>
        )}
        {about !== undefined && <RecordFilters search={search} change={change} properties={about.properties} />}
        {error !== null && (
          <ErrorState title="The records could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && isThere && nodes === undefined && <Loading what="the records" lines={8} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-label="Records of the collection">
            <div className="card-head">
              <h2>{titleOf(total.data?.adminRecords.totalCount)}</h2>
              <ColumnChoice
                properties={about?.properties ?? []}
                chosen={columns.map(({ name }) => name)}
                onChange={(names) => change({ col: names })}
              />
            </div>
            {nodes.length === 0 ? (
              <EmptyState
                title={isFiltered ? "No records found" : isEmpty ? "All records are hidden" : "No records yet"}
                action={
                  isEmpty ? (
                    <LinkButton to={`/records/${collection}?show=hidden`}>Show hidden records</LinkButton>
                  ) : isFiltered ? (
                    <LinkButton to={`/records/${collection}`}>Remove all filters</LinkButton>
                  ) : (
                    <LinkButton to="/sync">Start a backfill</LinkButton>
                  )
                }
              >
                {isFiltered
                  ? "No record matches the filters. Hidden records are listed only if you show them."
                  : isEmpty
                    ? "Their authors are not active, or a label hides them."
                    : "Records appear when an app writes them, when live sync receives them, or by a backfill."}
              </EmptyState>
            ) : (
              <RecordTable
                records={nodes}
                columns={columns}
                order={search.get("sort") ?? usualOrder}
                onOrder={(order) => change({ sort: order === usualOrder ? "" : order })}
              />
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
