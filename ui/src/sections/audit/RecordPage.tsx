import { AuditRecordDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "./FilterField.tsx";
import { Timeline } from "./Timeline.tsx";
import "./audit.css";

/** The history of one record: who wrote it, when, and through which app. */
export const RecordPage = () => {
  const { change, search } = useFilters();
  const uri = search.get("uri") ?? "";
  const query = useAdminPages(AuditRecordDocument, { uri, first: 200 }, ({ auditRecord }) => auditRecord, uri !== "");
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  return (
    <>
      <PageHeader title="Record history" up={{ to: "/audit", name: "Audit log" }}>
        Who wrote a record, when, and through which app.
      </PageHeader>
      <div className="stack">
        <div className="card">
          <div className="card-body">
            <FilterField
              label="Record URI"
              placeholder="at://did:plc:…/xyz.statusphere.status/3l…"
              value={uri}
              onChange={(next) => change({ uri: next })}
            />
          </div>
        </div>
        {error !== null && (
          <ErrorState title="The history could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {uri !== "" && error === null && nodes === undefined && <Loading what="the history" />}
        {nodes !== undefined && error === null && (
          <section className="card" aria-label="History">
            {nodes.length === 0 ? (
              <EmptyState title="No events for this record">
                No app has written this record through this service. It may have been written elsewhere, or the URI is
                wrong.
              </EmptyState>
            ) : (
              <Timeline steps={nodes} />
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
        {uri === "" && (
          <div className="card">
            <EmptyState title="Enter a record URI">It starts with at:// and ends with the record key.</EmptyState>
          </div>
        )}
      </div>
    </>
  );
};
