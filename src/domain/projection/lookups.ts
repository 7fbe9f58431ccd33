import type { VersionedEvent } from "../event/assignVersions.ts";
import type { LookupKey } from "../event/Lookup.ts";
import { type ByType, changeOf, changingTypes } from "./ByType.ts";
import {
  ignored,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredSessionEvents,
  ignoredWriteEvents
} from "./ignored.ts";

type Keys = ReadonlyArray<LookupKey>;

/** The keys by which an event makes its stream findable. A key stays with the first stream that introduced it. */
export const lookups: ByType<Keys> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredWriteEvents,
  ...ignoredIndexEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  "AuthorizationRequested.v1": ignored,
  "ConfirmationAsked.v1": ({ data }) => [{ kind: "confirmation", key: data.confirmationHash }],
  "ClientConfirmed.v1": ignored,
  "ClientDeclined.v1": ignored,
  "UpstreamLoginStarted.v1": ({ data }) => [{ kind: "upstream-state", key: data.stateHash }],
  "UpstreamReturned.v1": ignored,
  "LoginFailed.v1": ignored,
  // An authorization belongs to the user who signed in, and to the client. A login that failed belongs to nobody.
  "LoginCompleted.v1": ({ clientId, data: { authorizationId, did } }): Keys => [
    { kind: "authorization-of-did", key: `${did} ${authorizationId}` },
    ...(clientId === null ? [] : [{ kind: "authorization-of-client", key: `${clientId} ${authorizationId}` } as const])
  ],
  "CodeIssued.v1": ({ data }) => [{ kind: "code", key: data.codeHash }],
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ({ data }) => [{ kind: "refresh-token", key: data.refreshHash }],
  "TokensRefreshed.v1": ({ data }) => [{ kind: "refresh-token", key: data.refreshHash }],
  "AuthorizationEnded.v1": ignored,
  "SetupTokenIssued.v1": ({ data }) => [{ kind: "setup-token", key: data.tokenHash }],
  "SetupTokenUsed.v1": ignored,
  "AdminSignedIn.v1": ({ data }) => [{ kind: "admin-session", key: data.sessionHash }],
  "AdminSessionUsed.v1": ignored,
  "AdminSignedOut.v1": ignored,
  "AdminLoginStarted.v1": ({ data }) => [{ kind: "admin-login", key: data.stateHash }],
  "AdminLoginReturned.v1": ignored,
  "AdminLoginCompleted.v1": ignored,
  "AdminLoginFailed.v1": ignored,
  "AdminAdded.v1": ignored,
  "AdminAddedByOperator.v1": ignored,
  "AdminRoleChanged.v1": ignored,
  "AdminRemoved.v1": ignored,
  "PersonLoginStarted.v1": ({ data }) => [{ kind: "person-login", key: data.stateHash }],
  "PersonLoginReturned.v1": ignored,
  "PersonLoginCompleted.v1": ignored,
  "PersonLoginFailed.v1": ignored,
  "PersonSignedIn.v1": ignored,
  "PersonSignedOut.v1": ignored
};

/** The types of the events that make their stream findable. */
export const lookupTypes: ReadonlySet<string> = new Set(changingTypes(lookups));

const none: Keys = [];

/** Returns the keys by which an event makes its stream findable. */
export const lookupKeys = (event: VersionedEvent): Keys =>
  lookupTypes.has(event.type) ? (changeOf(lookups, event) ?? none) : none;
