import type { DomainEvent } from "../event/DomainEvent.ts";

type EventType = DomainEvent["_tag"];

/** What an event is about, for those who look for it. */
export type EventGroup = "sign-in" | "app" | "session" | "write" | "repository" | "administration";

export interface EventTypeMeaning {
  readonly group: EventGroup;
  /** What every event of the type says. */
  readonly sentence: string;
}

/** Every type of event in a sentence. A new one does not compile before it has its own. */
export const eventTypes: Readonly<Record<EventType, EventTypeMeaning>> = {
  "AuthorizationRequested.v1": { group: "sign-in", sentence: "An app asked a person to sign in." },
  "RequestPushed.v1": { group: "sign-in", sentence: "An app announced a sign-in, before it sent the browser." },
  "PushedRequestUsed.v1": { group: "sign-in", sentence: "An announced sign-in was used up." },
  "ConfirmationAsked.v1": {
    group: "sign-in",
    sentence: "The person was asked about an app that nobody here vouched for."
  },
  "ClientConfirmed.v1": { group: "sign-in", sentence: "The person let the app go on." },
  "ClientDeclined.v1": { group: "sign-in", sentence: "The person did not let the app go on." },
  "UpstreamLoginStarted.v1": {
    group: "sign-in",
    sentence: "The browser was sent to the personal data server to sign in there."
  },
  "UpstreamReturned.v1": { group: "sign-in", sentence: "The browser came back from the personal data server." },
  "LoginCompleted.v1": { group: "sign-in", sentence: "The person signed in." },
  "LoginFailed.v1": { group: "sign-in", sentence: "A sign-in failed." },
  "CodeIssued.v1": { group: "sign-in", sentence: "The app was given a code to redeem for tokens." },
  "CodeExchanged.v1": { group: "sign-in", sentence: "The app redeemed its code and got tokens." },
  "CodeRefused.v1": { group: "sign-in", sentence: "A code was presented in a wrong way, and refused." },
  "TokensRefreshed.v1": { group: "sign-in", sentence: "The app renewed its tokens." },
  "AuthorizationEnded.v1": { group: "sign-in", sentence: "A sign-in ended." },
  "PersonLoginStarted.v1": {
    group: "sign-in",
    sentence: "Somebody who wants to see their own sign-ins was sent to their personal data server."
  },
  "PersonLoginReturned.v1": {
    group: "sign-in",
    sentence: "Somebody who wants to see their own sign-ins came back from their personal data server."
  },
  "PersonLoginCompleted.v1": { group: "sign-in", sentence: "A person proved whose sign-ins they may see." },
  "PersonLoginFailed.v1": { group: "sign-in", sentence: "Somebody was not let in to see their own sign-ins." },
  "PersonSignedIn.v1": { group: "sign-in", sentence: "A person signed in to see their own sign-ins." },
  "PersonSignedOut.v1": { group: "sign-in", sentence: "A person signed out of the page of their own sign-ins." },
  "ClientRegistered.v1": { group: "app", sentence: "An app was registered." },
  "ClientRegistered.v2": { group: "app", sentence: "An app was registered." },
  "ClientUpdated.v1": { group: "app", sentence: "The registration of an app was changed." },
  "ClientUpdated.v2": { group: "app", sentence: "The registration of an app was changed." },
  "ClientSecretRotated.v1": { group: "app", sentence: "An app was given another secret." },
  "ClientLifetimesSet.v1": { group: "app", sentence: "It was set how long an app's tokens are good." },
  "ClientAdministrationSet.v1": { group: "app", sentence: "It was set whether an app may administer." },
  "ClientDeleted.v1": { group: "app", sentence: "An app was removed." },
  "ClientExpired.v1": { group: "app", sentence: "The registration of an app that nobody used ended." },
  "ClientDocumentRead.v1": { group: "app", sentence: "An app described itself by a document at its own address." },
  "ClientAuthorizationsEnded.v1": { group: "app", sentence: "Every sign-in through a removed app has ended." },
  "SessionEstablished.v1": { group: "session", sentence: "A session at a personal data server was opened." },
  "SessionRefreshStarted.v1": {
    group: "session",
    sentence: "The session at the personal data server was about to be renewed."
  },
  "SessionRefreshed.v1": { group: "session", sentence: "The session at the personal data server was renewed." },
  "SessionRefreshFailed.v1": {
    group: "session",
    sentence: "The session at the personal data server could not be renewed."
  },
  "SessionEnded.v1": { group: "session", sentence: "The session at the personal data server ended." },
  "SessionTokensArrivedLate.v1": {
    group: "session",
    sentence: "Tokens arrived for a session that had ended meanwhile."
  },
  "SessionRevokedAtPds.v1": {
    group: "session",
    sentence: "The personal data server was told that the session is over."
  },
  "SessionRevocationAbandoned.v1": {
    group: "session",
    sentence: "The personal data server could not be told that the session is over."
  },
  "WriteRequested.v1": { group: "write", sentence: "An app asked to write a record." },
  "RecordWritten.v1": { group: "write", sentence: "A record was written." },
  "WrittenCidDiffered.v1": {
    group: "write",
    sentence: "The personal data server stored another record than it was sent."
  },
  "WriteRejected.v1": { group: "write", sentence: "A record was not written." },
  "WriteOutcomeUnknown.v1": { group: "write", sentence: "It was not known at first whether a record was written." },
  "BlobUploaded.v1": { group: "write", sentence: "A file was uploaded." },
  "BlobUploadFailed.v1": { group: "write", sentence: "A file was not uploaded." },
  "RepositoryIndexed.v1": { group: "repository", sentence: "The records of an account were indexed." },
  "RepositoryIndexed.v2": { group: "repository", sentence: "The records of an account were indexed." },
  "BackfillFailed.v1": { group: "repository", sentence: "The records of an account could not be indexed." },
  "LexiconsImported.v1": { group: "administration", sentence: "A set of Lexicons came into force." },
  "SetupTokenIssued.v1": { group: "administration", sentence: "A one-time set-up token was made." },
  "SetupTokenUsed.v1": { group: "administration", sentence: "A set-up token was used." },
  "AdminSignedIn.v1": { group: "administration", sentence: "An administrator signed in." },
  "AdminSessionUsed.v1": { group: "administration", sentence: "An administrator's session was in use." },
  "AdminSignedOut.v1": { group: "administration", sentence: "An administrator signed out." },
  "AdminLoginStarted.v1": {
    group: "administration",
    sentence: "Somebody who wants to administer was sent to their personal data server."
  },
  "AdminLoginReturned.v1": {
    group: "administration",
    sentence: "Somebody who wants to administer came back from their personal data server."
  },
  "AdminLoginCompleted.v1": { group: "administration", sentence: "An account proved to be an administrator's." },
  "AdminLoginFailed.v1": { group: "administration", sentence: "Somebody was not let in as an administrator." },
  "AdminAdded.v1": { group: "administration", sentence: "An account became an administrator." },
  "AdminRemoved.v1": { group: "administration", sentence: "An account is an administrator no more." },
  "IndexReset.v1": { group: "administration", sentence: "All indexed records were deleted." },
  "SigningKeysSettled.v1": { group: "administration", sentence: "The service has other signing keys than before." },
  "PublicUrlSettled.v1": { group: "administration", sentence: "The address of this service was settled." }
};

/** Whether a text is the type of an event that this version knows. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type);
