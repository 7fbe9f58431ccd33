import { Person } from "./Person.tsx";
import { Problem } from "./Problem.tsx";
import { useLivePage } from "./useLivePage.ts";
import { When } from "./When.tsx";

interface PageProps {
  readonly after: string | null;
  /** The number of pages to show from this one on. */
  readonly pages: number;
  readonly showMore: () => void;
}

const Loading = () => (
  <div className="loading" aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);

/** The pressed button has disappeared, so keyboard focus moves to the start of the new page. */
const focusHere = (list: HTMLOListElement | null) => list?.focus({ preventScroll: true });

/** A page of the feed and the following ones. Each starts where the previous one currently ends, also after new statuses. */
export const Page = ({ after, pages, showMore }: PageProps) => {
  const { page, problem } = useLivePage(after);
  const { nodes = [], pageInfo } = page.data?.xyzStatusphereStatus ?? {};
  const hasMore = pageInfo?.hasNextPage === true;
  return (
    <>
      <ol className="feed" aria-busy={page.isFetching} tabIndex={-1} ref={after === null ? null : focusHere}>
        {nodes.map(({ actorHandle, appNeutralActorProfileByDid: profile, createdAt, did, status, uri }) => (
          <li key={uri}>
            <Person did={did} handle={actorHandle} profile={profile}>
              <When createdAt={createdAt} />
            </Person>
            <span className="pebble">{status ?? "?"}</span>
          </li>
        ))}
      </ol>
      {page.status === "loading" && page.data === undefined && <Loading />}
      {page.status === "done" && after === null && <Problem error={problem} />}
      {page.status === "failed" && (
        <>
          <Problem error={page.error} />
          <button className="quiet wide" type="button" onClick={page.refetch}>
            Try again
          </button>
        </>
      )}
      {page.status === "done" && after === null && nodes.length === 0 && (
        <p className="empty">
          <span aria-hidden="true">🐚</span>No statuses yet. Be the first.
        </p>
      )}
      {hasMore && pages > 1 && <Page after={pageInfo.endCursor} pages={pages - 1} showMore={showMore} />}
      {hasMore && pages === 1 && (
        <button className="quiet wide" type="button" onClick={showMore}>
          Show earlier
        </button>
      )}
    </>
  );
};
