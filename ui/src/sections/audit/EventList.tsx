import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { groupByDay } from "./dayName.ts";
import { EventParties } from "./EventParties.tsx";
import { ProofLink } from "./ProofLink.tsx";
import { Sentence } from "./Sentence.tsx";
import { useSealedSize } from "./useSealedSize.ts";
import "./audit.css";
import "./stories.css";

const timeOf = ({ occurredAt }: AuditEvent): number => Date.parse(occurredAt);

/** A list of events, one line each, with links to their details, under the names of their days. */
export const EventList = ({
  events,
  label
}: {
  readonly events: ReadonlyArray<AuditEvent>;
  readonly label: string;
}) => {
  const sealed = useSealedSize(Math.max(0, ...events.map(({ position }) => position)));
  return (
    <section aria-label={label}>
      {groupByDay(events, timeOf, Date.now()).map(({ day, items }) => (
        <div key={items[0]?.position ?? day} className="story-day">
          <h3>{day}</h3>
          <ul className="events" aria-label={day}>
            {items.map((event) => (
              <li key={event.position} className={event.outcome === "FAILURE" ? "failed" : ""}>
                <span className="event-time">
                  <RelativeTime at={event.occurredAt} />
                </span>
                <span className="event-text">
                  <Sentence parts={event.parts} />
                  {event.explanation !== null && <small>{event.explanation}</small>}
                </span>
                <span className="event-about">
                  {event.outcome === "FAILURE" && <span className="badge bad">Failure</span>}
                  <EventParties event={event} />
                  <AppLink to={`/audit/events/${event.position}`} title={event.type}>
                    <code>#{event.position}</code>
                  </AppLink>
                  <ProofLink position={event.position} sealed={sealed} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
