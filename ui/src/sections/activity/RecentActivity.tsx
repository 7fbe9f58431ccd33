import { AuditEventsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { EventList } from "../audit/EventList.tsx";

/** The latest events. */
export const RecentActivity = () => {
  const { data, error, refetch } = useAdminQuery(
    AuditEventsDocument,
    { where: null, first: 10, after: null },
    { pollingInterval: 10_000 }
  );
  const events = data?.auditEvents.nodes;
  if (events === undefined) {
    return error === null ? (
      <Loading what="the recent events" />
    ) : (
      <ErrorState title="The recent events could not be loaded" error={error} retry={() => void refetch()} />
    );
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>Recent events</h2>
        <LinkButton to="/audit" size="small">
          All events
        </LinkButton>
      </div>
      {events.length === 0 ? (
        <EmptyState title="No events yet">Sign in to an app, and the events appear here.</EmptyState>
      ) : (
        <EventList events={events} label="Recent events" />
      )}
    </section>
  );
};
