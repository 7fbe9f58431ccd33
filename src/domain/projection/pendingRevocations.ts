import { needsRevocation } from "../session/needsRevocation.ts";
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

/** A change of the sessions whose tokens must still be revoked at their PDS; `key` is the id of the session. */
export type PendingRevocationChange =
  | { readonly _tag: "revocation-enqueued"; readonly key: string; readonly dueInMs: number }
  | { readonly _tag: "revocation-completed"; readonly key: string };

/** The time that the process that ends a session has to revoke its tokens before any process can do so. */
const headStartMs = 30_000;

const enqueued = (sessionId: string): PendingRevocationChange => ({
  _tag: "revocation-enqueued",
  key: sessionId,
  dueInMs: headStartMs
});

const completed = (sessionId: string): PendingRevocationChange => ({ _tag: "revocation-completed", key: sessionId });

export const pendingRevocations: ByType<PendingRevocationChange> = {
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
  "SessionEstablished.v1": ignored,
  "SessionRefreshStarted.v1": ignored,
  "SessionRefreshed.v1": ignored,
  "SessionRefreshFailed.v1": ignored,
  "SessionEnded.v1": ({ data }) => (needsRevocation(data.reason) ? enqueued(data.sessionId) : null),
  "SessionTokensArrivedLate.v1": ({ data }) => enqueued(data.sessionId),
  "SessionRevokedAtPds.v1": ({ data }) => completed(data.sessionId),
  "SessionRevocationAbandoned.v1": ({ data }) => completed(data.sessionId)
};
