import type { ByType } from "./ByType.ts";
import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredSessionEvents,
  ignoredWriteEvents
} from "./ignored.ts";

/** A change of the repositories that are due: that of one account, with its DID as `key`, or those of all accounts. */
export type DueRepositoryChange =
  | { readonly _tag: "repository-requested"; readonly key: string }
  | { readonly _tag: "every-repository-requested"; readonly key: "*" };

const every = (): DueRepositoryChange => ({ _tag: "every-repository-requested", key: "*" });

export const dueRepositories: ByType<DueRepositoryChange> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredWriteEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  "SyncSourceChanged.v1": ({ data }) => (data.address === null ? null : every()),
  "AuthorizationRequested.v1": ignored,
  "ConfirmationAsked.v1": ignored,
  "ClientConfirmed.v1": ignored,
  "ClientDeclined.v1": ignored,
  "UpstreamLoginStarted.v1": ignored,
  "UpstreamReturned.v1": ignored,
  "LoginFailed.v1": ignored,
  "LoginCompleted.v1": ({ data }) => ({ _tag: "repository-requested", key: data.did }),
  "CodeIssued.v1": ignored,
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ignored,
  "TokensRefreshed.v1": ignored,
  "AuthorizationEnded.v1": ignored,
  "LexiconsImported.v1": every,
  "IndexReset.v1": every,
  "RepositoryIndexed.v1": ignored,
  "RepositoryIndexed.v2": ignored,
  "BackfillFailed.v1": ignored,
  "SyncGapFound.v1": ({ data }) => (data.did === null ? every() : { _tag: "repository-requested", key: data.did })
};
