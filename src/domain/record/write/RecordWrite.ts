import * as Data from "effect/Data";
import type { RecordWriteEvent, WriteRejection, WriteRequested } from "./RecordWriteEvent.ts";

/** The state of one write, or of the writes of one batch, which succeed or fail together. */
export type RecordWrite = Data.TaggedEnum<{
  Unrequested: {};
  /** The write is being sent, or was sent with an unknown outcome; `unknown` is true once that is recorded. */
  Open: { readonly requests: ReadonlyArray<WriteRequested>; readonly unknown: boolean };
  Written: { readonly requests: ReadonlyArray<WriteRequested> };
  Rejected: { readonly requests: ReadonlyArray<WriteRequested>; readonly reason: WriteRejection };
}>;
export const RecordWrite = Data.taggedEnum<RecordWrite>();

export const initialWrite: RecordWrite = RecordWrite.Unrequested();

/** A repeated request for a known AT URI means that the complete write is sent again. */
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
 * Returns the state of a write after an event. An event that does not apply to the state changes nothing. A rejected
 * write can still turn out to be written if the PDS took longer than the service waited.
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

/** These say nothing about the write itself: a limit passes, and a clock that makes proofs invalid is set right. */
const retryable: ReadonlySet<WriteRejection> = new Set<WriteRejection>([
  ...(["rate-limited", "proof-refused", "not-sent", "not-there"] as const)
]);

/** Whether the same write can be sent again after a rejection. */
export const isRetryable = (reason: WriteRejection): boolean => retryable.has(reason);
