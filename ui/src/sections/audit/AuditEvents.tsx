import { AuditEventsDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import type { useFilters } from "../../router/useFilters.ts";
import { AuditCard } from "./AuditCard.tsx";
import { filterOf } from "./auditFilter.ts";
import { EventCount } from "./EventCount.tsx";
import { EventList } from "./EventList.tsx";

/** The history event by event. */
export const AuditEvents = (filters: ReturnType<typeof useFilters>) => {
  const where = filterOf(filters.search);
  const query = useAdminPages(AuditEventsDocument, { where, first: 50 }, ({ auditEvents }) => auditEvents);
  return (
    <AuditCard
      {...filters}
      view="events"
      what="events"
      summary={<EventCount where={where} />}
      query={query}
      list={(events) => <EventList events={events} label="Events" />}
    />
  );
};
