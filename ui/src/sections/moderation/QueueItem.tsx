import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { ReportGroup } from "./groupReports.ts";
import { reasonNames } from "./reasonNames.ts";
import { collectionName, textsOf } from "./recordText.ts";
import { StateBadge } from "./StateBadge.tsx";

interface QueueItemProps {
  readonly group: ReportGroup;
  readonly to: string;
  readonly isSelected: boolean;
  readonly onOpen: () => void;
}

/** The reports of one subject in the queue. */
export const QueueItem = ({ group, isSelected, onOpen, to }: QueueItemProps) => {
  const { latest, reasons, reports } = group;
  const { collection, did, handle, state, value } = latest.subject;
  const [text] = textsOf(value);
  return (
    <li>
      <AppLink
        to={to}
        className="queue-item"
        data-subject={group.uri}
        onClick={onOpen}
        {...(isSelected && { "aria-current": true })}
      >
        <span className="row spread">
          <strong>{handle ?? did}</strong>
          <span className="small soft nowrap">
            <RelativeTime at={latest.createdAt} />
          </span>
        </span>
        <span className="small soft">{collection === null ? "Account" : collectionName(collection)}</span>
        {text !== undefined && <span className="queue-text">{text}</span>}
        <span className="row queue-badges">
          {reports.length > 1 && <span className="badge accent">{reports.length} reports</span>}
          {reasons.map((reason) => (
            <span className="badge" key={reason}>
              {reasonNames[reason]}
            </span>
          ))}
          <StateBadge state={state} />
        </span>
      </AppLink>
    </li>
  );
};
