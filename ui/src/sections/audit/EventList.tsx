import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { EventSentence } from "./EventSentence.tsx";
import { ProofLink } from "./ProofLink.tsx";
import { useSealedSize } from "./useSealedSize.ts";
import "./audit.css";

/** The actor's handle, otherwise the kind of actor. */
const actorOf = ({ actorHandle, actorType, handle }: AuditEvent): string => actorHandle ?? handle ?? actorType;

/** A list of events, one line each, with links to their details. */
export const EventList = ({
  events,
  label
}: {
  readonly events: ReadonlyArray<AuditEvent>;
  readonly label: string;
}) => {
  const sealed = useSealedSize(Math.max(0, ...events.map(({ position }) => position)));
  return (
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
            {event.outcome === "FAILURE" && <span className="badge bad">Failure</span>}
            <span className="event-who">{actorOf(event)}</span>
            <code>#{event.position}</code>
            <ProofLink position={event.position} sealed={sealed} />
          </span>
        </li>
      ))}
    </ul>
  );
};
