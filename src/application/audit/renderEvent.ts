import * as Either from "effect/Either";
import { eventSentence } from "../../domain/audit/eventSentence.ts";
import { eventTypes, isEventType } from "../../domain/audit/eventTypes.ts";
import { type Registration, registrationChange } from "../../domain/audit/registrationChange.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { addressHashIn, shownAddress } from "../../domain/personal/addressHash.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";
import { networkOf } from "./eventActivity.ts";
import { explainEvent } from "./explainEvent.ts";

/** An event of the log, described for people. */
export interface RenderedEvent {
  readonly sentence: string;
  readonly explanation: string | null;
}

/** An event of a type or shape from a newer version is shown as it is, so that the history has no gaps. */
const unreadable = ({ outcome, reason, type }: RecordedEvent): RenderedEvent => ({
  sentence: isEventType(type)
    ? eventTypes[type].sentence
    : `An event of the type ${type}, which this version of the service does not know.`,
  explanation: outcome === "failure" && reason !== null ? `The reason in the log is ${reason}.` : null
});

/** A sentence on where the request came from, of events that say so. */
const whence = ({ data }: RecordedEvent): string => {
  const [hash, network] = [addressHashIn(data), networkOf(data)];
  if (hash !== null) return ` The request came from ${shownAddress(hash)}.`;
  return network === null ? "" : ` The request came from the network ${network}.`;
};

/** The sentence of an event. Of a change of an app it has the differences, if the registration before is known. */
const sentenceOf = (event: DomainEvent, before: Registration | undefined): string => {
  const sentence = eventSentence(event);
  if (before === undefined || (event._tag !== "ClientUpdated.v1" && event._tag !== "ClientUpdated.v2")) return sentence;
  const changes = registrationChange(before, event);
  return changes.length === 0
    ? `The registration of the app "${event.name}" was saved without a change.`
    : `${sentence.slice(0, -1)}: ${changes.join("; ")}.`;
};

/** Describes an event in plain words; a change of an app with the registration that it replaced, if that is known. */
export const renderEvent = (recorded: RecordedEvent, before?: Registration): RenderedEvent =>
  Either.match(decodeRecorded(recorded), {
    onLeft: () => unreadable(recorded),
    onRight: (event) => ({
      sentence: `${sentenceOf(event, before)}${whence(recorded)}`,
      explanation: explainEvent(event)
    })
  });
