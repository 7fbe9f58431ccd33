import type { AdminRole } from "../administration/AdminRole.ts";
import { eventSentence } from "../audit/eventSentence.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { isoTime } from "../time/isoTime.ts";
import type { ReportedEvent } from "./eventTopic.ts";
import type { WebhookContent } from "./WebhookContent.ts";

type Data = Readonly<Record<string, unknown>>;

/** The admin who did it; null for the operator, on the command line, and for the service. */
const by = ({ actor }: RecordedEvent): string | null => (actor.type === "admin" ? actor.id : null);

const dataOf = (event: ReportedEvent, recorded: RecordedEvent, role: AdminRole): Data => {
  switch (event._tag) {
    case "AdminAdded.v1":
      return { did: event.did, role, how: event.how, by: event.addedBy };
    case "AdminAddedByOperator.v1":
      return { did: event.did, role, how: "operator", by: null };
    case "AdminRemoved.v1":
      return { did: event.did, by: by(recorded) };
    case "AdminRoleChanged.v1":
      return { did: event.did, role: event.role, before: event.before, by: by(recorded) };
    case "SetupTokenIssued.v1":
      return { recovery: event.recovery === true, expiresAt: isoTime(event.expiresAt) };
    case "AdminSignedIn.v1":
      return { recovery: event.recovery === true };
    case "SigningKeysSettled.v1":
      return { keyIds: event.keyIds, before: event.before };
    case "SubjectErased.v1":
      return { records: event.records };
    case "LogVerificationFailed.v1":
      return { by: event.by, badPosition: event.badPosition, part: event.part };
  }
};

const sentenceOf = (event: ReportedEvent, role: AdminRole): string => {
  switch (event._tag) {
    case "AdminAdded.v1":
    case "AdminAddedByOperator.v1":
      return `${eventSentence(event)} The role is ${role}.`;
    case "AdminSignedIn.v1":
      return event.recovery === true
        ? `${eventSentence(event)} It is a recovery token, which was created on the command line.`
        : eventSentence(event);
    case "SubjectErased.v1":
      // The note of the operator stays in the log.
      return eventSentence({ ...event, note: null });
    default:
      return eventSentence(event);
  }
};

/** The event, where it stands in the log, and the role that an added admin has. */
export interface ReportedAt {
  readonly event: ReportedEvent;
  readonly recorded: RecordedEvent;
  readonly role: AdminRole;
}

/** Returns what a message about an event says. `url` is the page of the event in the settings. */
export const eventContent = ({ event, recorded, role }: ReportedAt, url: string): WebhookContent => ({
  text: `${sentenceOf(event, role)} ${url}`,
  data: { ...dataOf(event, recorded, role), position: recorded.position, url }
});
