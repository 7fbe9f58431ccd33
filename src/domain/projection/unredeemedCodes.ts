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
 * A change of the codes that no app has redeemed; `key` is the id of the authorization, which has exactly one code.
 * `expiresAt` is in Unix milliseconds.
 */
export type UnredeemedCodeChange =
  | { readonly _tag: "code-issued"; readonly key: string; readonly expiresAt: number }
  | { readonly _tag: "code-closed"; readonly key: string };

const closed = (authorizationId: string): UnredeemedCodeChange => ({ _tag: "code-closed", key: authorizationId });

export const unredeemedCodes: ByType<UnredeemedCodeChange> = {
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
  "CodeIssued.v1": ({ data }) => ({ _tag: "code-issued", key: data.authorizationId, expiresAt: data.expiresAt }),
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ({ data }) => closed(data.authorizationId),
  "TokensRefreshed.v1": ignored,
  "AuthorizationEnded.v1": ({ data }) => closed(data.authorizationId)
};
