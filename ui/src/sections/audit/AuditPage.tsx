import { AuditEventsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { exportAddress, filterNames, filterOf, isFiltered } from "./auditFilter.ts";
import { EventCount } from "./EventCount.tsx";
import { EventList } from "./EventList.tsx";
import { FailedVerifications } from "./FailedVerifications.tsx";
import { LogSummary } from "./LogSummary.tsx";
import "./log.css";

const noFilters = Object.fromEntries(filterNames.map((name) => [name, ""]));

/** All events, newest first, filtered by the query string. */
export const AuditPage = () => {
  const { change, search } = useFilters();
  const where = filterOf(search);
  const query = useAdminPages(AuditEventsDocument, { where, first: 50 }, ({ auditEvents }) => auditEvents);
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetching, nodes, refetch } = query;
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <LinkButton to="/audit/record" icon="search">
              Record history
            </LinkButton>
            <a className="button" href={exportAddress(search)} download="audit.ndjson">
              <Icon name="download" />
              Export NDJSON
            </a>
          </>
        }
      >
        Every step of every sign-in, every write and every change.
      </PageHeader>
      <div className="stack">
        <FailedVerifications />
        <LogSummary />
        <AuditFilters search={search} change={change} />
        {error !== null && (
          <ErrorState title="The events could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the events" lines={10} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-busy={isFetching}>
            <div className="card-head">
              <div>
                <h2>{isFiltered(search) ? "Matching events, newest first" : "All events, newest first"}</h2>
                <EventCount where={where} />
              </div>
              <Button size="small" icon="refresh" onPress={() => void refetch()} isPending={isFetching}>
                Refresh
              </Button>
            </div>
            {nodes.length === 0 ? (
              <EmptyState
                title={isFiltered(search) ? "No matching events" : "No events yet"}
                action={isFiltered(search) && <Button onPress={() => change(noFilters)}>Clear filters</Button>}
              >
                {isFiltered(search)
                  ? "Widen the time range or remove a filter."
                  : "Sign in to an app, and the events appear here."}
              </EmptyState>
            ) : (
              <EventList events={nodes} label="Events" />
            )}
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        )}
      </div>
    </>
  );
};
