import type { ByType } from "./ByType.ts";
import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredSessionEvents,
  ignoredWriteEvents
} from "./ignored.ts";

/**
 * A change of the authorizations for which tokens were issued; `key` is the id of the authorization. Only the first
 * grant and the first end count. Times are in Unix milliseconds.
 */
export type AuthorizationChange =
  | {
      readonly _tag: "authorization-granted";
      readonly key: string;
      readonly did: string;
      readonly clientId: string;
      readonly scope: string;
      readonly grantedAt: number;
      readonly expiresAt: number;
    }
  | {
      readonly _tag: "authorization-used";
      readonly key: string;
      readonly usedAt: number;
      readonly expiresAt: number;
    }
  | { readonly _tag: "authorization-ended"; readonly key: string; readonly endedAt: number; readonly reason: string };

export const authorizations: ByType<AuthorizationChange> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredWriteEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  "AuthorizationRequested.v1": ignored,
  "ConfirmationAsked.v1": ignored,
  "ClientConfirmed.v1": ignored,
  "ClientDeclined.v1": ignored,
  "UpstreamLoginStarted.v1": ignored,
  "UpstreamReturned.v1": ignored,
  "LoginFailed.v1": ignored,
  "LoginCompleted.v1": ignored,
  "CodeIssued.v1": ignored,
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ({ clientId, data, subjectDid: did }) =>
    clientId === null || did === null
      ? null
      : {
          _tag: "authorization-granted",
          key: data.authorizationId,
          did,
          clientId,
          scope: data.scope,
          grantedAt: data.exchangedAt,
          expiresAt: data.refreshExpiresAt
        },
  "TokensRefreshed.v1": ({ data }) => ({
    _tag: "authorization-used",
    key: data.authorizationId,
    usedAt: data.refreshedAt,
    expiresAt: data.refreshExpiresAt
  }),
  "AuthorizationEnded.v1": ({ data, recordedAt }) => ({
    _tag: "authorization-ended",
    key: data.authorizationId,
    endedAt: Date.parse(recordedAt),
    reason: data.reason
  })
};
