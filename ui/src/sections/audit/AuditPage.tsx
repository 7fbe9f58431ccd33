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

const nothing = Object.fromEntries(filterNames.map((name) => [name, ""]));

/** Everything that ever happened here, the newest first, and filtered by the address. */
export const AuditPage = () => {
  const { change, search } = useFilters();
  const where = filterOf(search);
  const answer = useAdminPages(AuditEventsDocument, { where, first: 50 }, ({ auditEvents }) => auditEvents);
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetching, nodes, refetch } = answer;
  return (
    <>
      <PageHeader
        title="Audit"
        actions={
          <>
            <LinkButton to="/audit/record" icon="search">
              History of a record
            </LinkButton>
            <a className="button" href={exportAddress(search)} download="audit.ndjson">
              <Icon name="download" />
              Export NDJSON
            </a>
          </>
        }
      >
        Every step of every sign-in, every write and every change, in the order it happened.
      </PageHeader>
      <div className="stack">
        <AuditFilters search={search} change={change} />
        {error !== null && (
          <ErrorState title="The events could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && nodes === undefined && <Loading what="the events" lines={10} />}
        {error === null && nodes !== undefined && (
          <section className="card" aria-busy={isFetching}>
            <div className="card-head">
              <div>
                <h2>{isFiltered(search) ? "What fits, newest first" : "All events, newest first"}</h2>
                <EventCount where={where} />
              </div>
              <Button size="small" icon="refresh" onPress={() => void refetch()} isPending={isFetching}>
                Refresh
              </Button>
            </div>
            {nodes.length === 0 ? (
              <EmptyState
                title={isFiltered(search) ? "No event fits" : "Nothing happened yet"}
                action={isFiltered(search) && <Button onPress={() => change(nothing)}>Clear the filters</Button>}
              >
                {isFiltered(search) ? "Widen the time, or leave a filter out." : "Sign somebody in, and it is here."}
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
