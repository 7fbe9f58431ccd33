import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { QueueItem } from "./QueueItem.tsx";
import { queuePath } from "./subjectAddress.ts";
import type { ReportQueue } from "./useReportQueue.ts";

interface QueueListProps {
  readonly queue: ReportQueue;
  readonly search: URLSearchParams;
  readonly selected: string;
  readonly isFiltered: boolean;
  readonly onHelp: () => void;
  /** Called when a subject is opened by its link. */
  readonly onOpen: () => void;
}

/** The subjects of the queue, each with its reports. */
export const QueueList = ({ isFiltered, onHelp, onOpen, queue, search, selected }: QueueListProps) => (
  <section className="card queue" aria-label="Reports" aria-busy={queue.isFetching}>
    <div className="card-head">
      <h2>{queue.total === 1 ? "1 report" : `${queue.total} reports`}</h2>
      <Button size="small" icon="refresh" onPress={queue.refetch} isPending={queue.isFetching}>
        Refresh
      </Button>
    </div>
    {queue.groups === undefined && (
      <div className="card-body" role="status">
        <span className="visually-hidden">Loading the reports</span>
        <Skeleton lines={8} />
      </div>
    )}
    {queue.groups?.length === 0 && (
      <EmptyState title={isFiltered ? "No matching reports" : "Nothing to decide"}>
        {isFiltered ? "Choose another state, or remove the account." : "New reports of users appear here."}
      </EmptyState>
    )}
    {queue.groups !== undefined && queue.groups.length > 0 && (
      <ul className="queue-items">
        {queue.groups.map((group) => (
          <QueueItem
            key={group.uri}
            group={group}
            onOpen={onOpen}
            isSelected={group.uri === selected}
            to={queuePath(search, { subject: group.uri })}
          />
        ))}
      </ul>
    )}
    <LoadMore hasMore={queue.hasMore} isPending={queue.isFetchingMore} onPress={queue.loadMore} />
    <div className="card-foot row spread small soft">
      <span className="queue-keys">
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>l</kbd> labels, <kbd>d</kbd> dismisses
      </span>
      <Button size="small" kind="quiet" onPress={onHelp}>
        Keyboard shortcuts
      </Button>
    </div>
  </section>
);
