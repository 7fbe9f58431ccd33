import type { ByType } from "./ByType.ts";
import {
  ignored,
  ignoredAdministrationEvents,
  ignoredAuthorizationEvents,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredSessionEvents
} from "./ignored.ts";

/**
 * A change of the writes whose outcome is uncertain; `key` is the stream of the write. `write-in-doubt` and
 * `write-not-found` neither open nor close a write. One that was not found can be closed without an event.
 */
export type OpenWriteChange =
  | { readonly _tag: "write-opened" | "write-in-doubt"; readonly key: string; readonly dueInMs: number }
  | { readonly _tag: "write-not-found" | "write-closed"; readonly key: string };

/** The time that the sending process has to complete a write before any process queries the PDS. */
const headStartMs = 15_000;
const inDoubtMs = 1_000;

export const openWrites: ByType<OpenWriteChange> = {
  ...ignoredClientEvents,
  ...ignoredAuthorizationEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  "WriteRequested.v1": ({ stream }) => ({ _tag: "write-opened", key: stream, dueInMs: headStartMs }),
  "WriteOutcomeUnknown.v1": ({ stream }) => ({ _tag: "write-in-doubt", key: stream, dueInMs: inDoubtMs }),
  "RecordWritten.v1": ({ stream }) => ({ _tag: "write-closed", key: stream }),
  "WriteRejected.v1": ({ data, stream }) => ({
    _tag: data.reason === "not-there" ? "write-not-found" : "write-closed",
    key: stream
  }),
  "WrittenCidDiffered.v1": ignored,
  "BlobUploaded.v1": ignored,
  "BlobUploadFailed.v1": ignored
};
