import { AuditStoriesDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import type { useFilters } from "../../router/useFilters.ts";
import { AuditCard } from "./AuditCard.tsx";
import { filterOf } from "./auditFilter.ts";
import { EventCount } from "./EventCount.tsx";
import { StoryList } from "./StoryList.tsx";

/** The history as stories: one line for a sign-in, a write or another action. */
export const AuditStories = (filters: ReturnType<typeof useFilters>) => {
  const where = filterOf(filters.search);
  const query = useAdminPages(AuditStoriesDocument, { where, first: 25 }, ({ auditStories }) => auditStories);
  return (
    <AuditCard
      {...filters}
      view="stories"
      what="stories"
      summary={<EventCount where={where} />}
      query={query}
      list={(stories) => <StoryList stories={stories} label="Stories" />}
    />
  );
};
