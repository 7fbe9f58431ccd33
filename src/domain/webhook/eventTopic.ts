import type { DomainEvent } from "../event/DomainEvent.ts";
import type { WebhookTopic } from "./WebhookTopic.ts";

/** The types of events that messages can be about. */
const reported = [
  "AdminAdded.v1",
  "AdminAddedByOperator.v1",
  "AdminRemoved.v1",
  "AdminRoleChanged.v1",
  "SetupTokenIssued.v1",
  "AdminSignedIn.v1",
  "SigningKeysSettled.v1",
  "SubjectErased.v1",
  "LogVerificationFailed.v1"
] as const satisfies ReadonlyArray<DomainEvent["_tag"]>;

export const reportedTypes: ReadonlySet<string> = new Set(reported);

/** An event that a message can be about. */
export type ReportedEvent = Extract<DomainEvent, { readonly _tag: (typeof reported)[number] }>;

export const isReported = (event: DomainEvent): event is ReportedEvent => reportedTypes.has(event._tag);

/** Returns the type of the message about an event; null if there is none. */
export const eventTopic = (event: ReportedEvent): WebhookTopic | null => {
  switch (event._tag) {
    case "AdminAdded.v1":
    case "AdminAddedByOperator.v1":
      return "admin.added";
    case "AdminRemoved.v1":
      return "admin.removed";
    case "AdminRoleChanged.v1":
      return "admin.role_changed";
    case "SetupTokenIssued.v1":
      return "setup_token.created";
    case "AdminSignedIn.v1":
      // A session without an account was opened with a setup token.
      return event.did === null ? "setup_token.used" : null;
    case "SigningKeysSettled.v1":
      // The first keys of an instance are no change.
      return event.before === null ? null : "signing_keys.changed";
    case "SubjectErased.v1":
      return "person.erased";
    case "LogVerificationFailed.v1":
      return "log.verification_failed";
  }
};
