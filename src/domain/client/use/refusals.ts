import type { EventType } from "../../event/DomainEvent.ts";
import type { RecordedEvent } from "../../event/Envelope.ts";

/** The types of events that say that a sign-in, or a request for tokens, was refused. */
export const refusalTypes = [
  "LoginFailed.v1",
  "ClientDeclined.v1",
  "CodeRefused.v1",
  "AuthorizationEnded.v1"
] as const satisfies ReadonlyArray<EventType>;
export type RefusalType = (typeof refusalTypes)[number];

/** The ends of an authorization that are refusals. All others are what somebody wanted, or an expiry. */
export const refusingEnds: ReadonlyArray<string> = ["code-replayed", "refresh-token-reused", "code-unused"];

const isRefusalType = (type: string): type is RefusalType => refusalTypes.some((each) => each === type);

/** Returns the type of an event that is a refusal of a client; null for every other event. */
export const refusalType = ({ reason, type }: Pick<RecordedEvent, "reason" | "type">): RefusalType | null => {
  if (!isRefusalType(type)) return null;
  return type === "AuthorizationEnded.v1" && !refusingEnds.includes(reason ?? "") ? null : type;
};
