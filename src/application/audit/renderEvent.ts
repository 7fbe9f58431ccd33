import * as Either from "effect/Either";
import { eventSentence } from "../../domain/audit/eventSentence.ts";
import { eventTypes, isEventType } from "../../domain/audit/eventTypes.ts";
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

/** Describes an event in plain words. */
export const renderEvent = (recorded: RecordedEvent): RenderedEvent =>
  Either.match(decodeRecorded(recorded), {
    onLeft: () => unreadable(recorded),
    onRight: (event) => ({ sentence: `${eventSentence(event)}${whence(recorded)}`, explanation: explainEvent(event) })
  });
