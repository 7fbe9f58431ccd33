import type { AdminRole } from "../administration/AdminRole.ts";
import type { DomainEvent } from "../event/DomainEvent.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import type { ReportedAt } from "./eventContent.ts";
import { isReported } from "./eventTopic.ts";

/** An event with its place in the log. */
export interface PlacedEvent {
  readonly event: DomainEvent;
  readonly recorded: RecordedEvent;
}

/** Whether an event may go on in the next one, so that the two are read together: an addition of an admin, in its role. */
export const mayContinue = (type: string): boolean => type === "AdminAdded.v1" || type === "AdminAddedByOperator.v1";

/** Whether a role belongs to the addition of an admin: an account that is added with another role than owner has both. */
const completes = (role: PlacedEvent | undefined, added: PlacedEvent | undefined): boolean =>
  role?.event._tag === "AdminRoleChanged.v1" &&
  added !== undefined &&
  mayContinue(added.event._tag) &&
  role.recorded.stream === added.recorded.stream &&
  role.recorded.position === added.recorded.position + 1;

const roleOf = (next: PlacedEvent | undefined, added: PlacedEvent): AdminRole =>
  completes(next, added) && next?.event._tag === "AdminRoleChanged.v1" ? next.event.role : "owner";

/**
 * Returns the events that messages are about, in order. The role of an added admin is part of the addition: it has no
 * message of its own.
 */
export const reportedEvents = (events: ReadonlyArray<PlacedEvent>): ReadonlyArray<ReportedAt> =>
  events.flatMap((placed, at) => {
    const { event, recorded } = placed;
    if (!isReported(event) || completes(placed, events[at - 1])) return [];
    return [{ event, recorded, role: roleOf(events[at + 1], placed) }];
  });
