import { AuditStoriesDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { StoryList } from "../audit/StoryList.tsx";

/** The latest stories of the history. */
export const RecentActivity = () => {
  const { data, error, refetch } = useAdminQuery(
    AuditStoriesDocument,
    { where: null, first: 10, after: null },
    { pollingInterval: 10_000 }
  );
  const stories = data?.auditStories.nodes;
  if (stories === undefined) {
    return error === null ? (
      <Loading what="the recent activity" />
    ) : (
      <ErrorState title="The recent activity could not be loaded" error={error} retry={() => void refetch()} />
    );
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>Recent activity</h2>
        <LinkButton to="/audit" size="small">
          Audit log
        </LinkButton>
      </div>
      {stories.length === 0 ? (
        <EmptyState title="No events yet">Sign in to an app, and its steps appear here.</EmptyState>
      ) : (
        <StoryList stories={stories} label="Recent activity" />
      )}
    </section>
  );
};
