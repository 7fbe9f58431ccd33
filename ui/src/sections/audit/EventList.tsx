import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { EventSentence } from "./EventSentence.tsx";
import "./audit.css";

/** By whom, in a word or two. */
const actorOf = ({ actorHandle, actorType, handle }: AuditEvent): string => actorHandle ?? handle ?? actorType;

/** Events, one line each, leading to all there is to know. */
export const EventList = ({
  events,
  label
}: {
  readonly events: ReadonlyArray<AuditEvent>;
  readonly label: string;
}) => (
  <ul className="events" aria-label={label}>
    {events.map((event) => (
      <li key={event.position} className={event.outcome === "FAILURE" ? "failed" : ""}>
        <span className="event-time">
          <RelativeTime at={event.occurredAt} />
        </span>
        <span className="event-text">
          <AppLink to={`/audit/events/${event.position}`}>
            <EventSentence event={event} />
          </AppLink>
          {event.explanation !== null && <small>{event.explanation}</small>}
        </span>
        <span className="event-about">
          {event.outcome === "FAILURE" && <span className="badge bad">Refused</span>}
          <span className="event-who">{actorOf(event)}</span>
          <code>#{event.position}</code>
        </span>
      </li>
    ))}
  </ul>
);
