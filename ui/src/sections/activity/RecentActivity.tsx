import { AuditEventsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { EventList } from "../audit/EventList.tsx";

/** The last things that happened. */
export const RecentActivity = () => {
  const { data, error, refetch } = useAdminQuery(
    AuditEventsDocument,
    { where: null, first: 10, after: null },
    { every: 10_000 }
  );
  const events = data?.auditEvents.nodes;
  if (events === undefined) {
    return error === null ? (
      <Loading what="what happened last" />
    ) : (
      <ErrorState title="What happened last could not be loaded" error={error} retry={() => void refetch()} />
    );
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>Just now</h2>
        <LinkButton to="/audit" size="small">
          All events
        </LinkButton>
      </div>
      {events.length === 0 ? (
        <EmptyState title="Nothing happened yet">Sign in to an app, and its steps are here.</EmptyState>
      ) : (
        <EventList events={events} label="What happened last" />
      )}
    </section>
  );
};
