import * as Data from "effect/Data";
import type { RecordWriteEvent, WriteRejection, WriteRequested } from "./RecordWriteEvent.ts";

/** One write, or the writes of one batch, which share their fate. */
export type RecordWrite = Data.TaggedEnum<{
  Unrequested: {};
  /** It is being sent, or was sent and nobody knows what became of it; `unknown` once that is written down. */
  Open: { readonly requests: ReadonlyArray<WriteRequested>; readonly unknown: boolean };
  Written: { readonly requests: ReadonlyArray<WriteRequested> };
  Rejected: { readonly requests: ReadonlyArray<WriteRequested>; readonly reason: WriteRejection };
}>;
export const RecordWrite = Data.taggedEnum<RecordWrite>();

export const initialWrite: RecordWrite = RecordWrite.Unrequested();

/** A request for an address that is known already says that all of it is sent once more. */
const requested = (state: RecordWrite, event: WriteRequested): RecordWrite => {
  switch (state._tag) {
    case "Unrequested":
      return RecordWrite.Open({ requests: [event], unknown: false });
    case "Written":
      return state;
    default: {
      const { requests } = state;
      const known = requests.some(({ uri }) => uri === event.uri);
      return RecordWrite.Open({ requests: known ? requests : [...requests, event], unknown: false });
    }
  }
};

/**
 * What a write is after an event. Total: an event that does not fit its state changes nothing. What was rejected can
 * still turn out to be written, when the PDS took longer than anybody waited for it.
 */
export const evolveWrite = (state: RecordWrite, event: RecordWriteEvent): RecordWrite => {
  if (event._tag === "WriteRequested.v1") return requested(state, event);
  if (state._tag === "Unrequested" || state._tag === "Written") return state;
  const { requests } = state;
  switch (event._tag) {
    case "RecordWritten.v1":
      return RecordWrite.Written({ requests });
    case "WriteRejected.v1":
      return RecordWrite.Rejected({ requests, reason: event.reason });
    case "WriteOutcomeUnknown.v1":
      return state._tag === "Open" ? RecordWrite.Open({ requests, unknown: true }) : state;
    default:
      return state;
  }
};

const retryable: ReadonlySet<WriteRejection> = new Set<WriteRejection>(["rate-limited", "not-sent", "not-there"]);

/** Whether a rejection says nothing against sending the same once more, to the same address. */
export const isRetryable = (reason: WriteRejection): boolean => retryable.has(reason);
