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
  ignoredWriteEvents
} from "./ignored.ts";

/** A change of the sessions at PDSes that have not ended. */
interface OpenSessionChange {
  readonly _tag: "session-opened" | "session-ended";
  readonly sessionId: string;
}

/** This projection is not stored. It is replayed when the public URL of the service changes. */
export const openSessions: ByType<OpenSessionChange> = {
  ...ignoredClientEvents,
  ...ignoredAuthorizationEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredWriteEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  "SessionEstablished.v1": ({ data }) => ({ _tag: "session-opened", sessionId: data.sessionId }),
  "SessionRefreshStarted.v1": ignored,
  "SessionRefreshed.v1": ignored,
  "SessionRefreshFailed.v1": ignored,
  "SessionEnded.v1": ({ data }) => ({ _tag: "session-ended", sessionId: data.sessionId }),
  "SessionTokensArrivedLate.v1": ignored,
  "SessionRevokedAtPds.v1": ignored,
  "SessionRevocationAbandoned.v1": ignored
};
