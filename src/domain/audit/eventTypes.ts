import type { DomainEvent } from "../event/DomainEvent.ts";

type EventType = DomainEvent["_tag"];

/** The groups of event types. */
type EventGroup = "sign-in" | "app" | "session" | "write" | "repository" | "moderation" | "administration";

export interface EventTypeMeaning {
  readonly group: EventGroup;
  /** A sentence that is true of every event of the type. */
  readonly sentence: string;
}

/** The group and the sentence of every event type. A new type does not compile until it has both. */
export const eventTypes: Readonly<Record<EventType, EventTypeMeaning>> = {
  "AuthorizationRequested.v1": { group: "sign-in", sentence: "An app requested a sign-in." },
  "RequestPushed.v1": { group: "sign-in", sentence: "An app pushed a sign-in request before it sent the browser." },
  "PushedRequestUsed.v1": { group: "sign-in", sentence: "A pushed sign-in request was used." },
  "ConfirmationAsked.v1": {
    group: "sign-in",
    sentence: "The user was asked to confirm an app that neither an administrator nor the operator registered."
  },
  "ClientConfirmed.v1": { group: "sign-in", sentence: "The user confirmed the app." },
  "ClientDeclined.v1": { group: "sign-in", sentence: "The user declined the app." },
  "UpstreamLoginStarted.v1": {
    group: "sign-in",
    sentence: "The browser was sent to the personal data server to sign in there."
  },
  "UpstreamReturned.v1": { group: "sign-in", sentence: "The browser returned from the personal data server." },
  "LoginCompleted.v1": { group: "sign-in", sentence: "The user signed in." },
  "LoginFailed.v1": { group: "sign-in", sentence: "A sign-in failed." },
  "CodeIssued.v1": { group: "sign-in", sentence: "The app received a code to redeem for tokens." },
  "CodeExchanged.v1": { group: "sign-in", sentence: "The app redeemed its code for tokens." },
  "CodeRefused.v1": { group: "sign-in", sentence: "A code was presented incorrectly and rejected." },
  "TokensRefreshed.v1": { group: "sign-in", sentence: "The app renewed its tokens." },
  "AuthorizationEnded.v1": { group: "sign-in", sentence: "A sign-in ended." },
  "PersonLoginStarted.v1": {
    group: "sign-in",
    sentence: "A user who wants to manage their own sign-ins was sent to their personal data server."
  },
  "PersonLoginReturned.v1": {
    group: "sign-in",
    sentence: "A user who wants to manage their own sign-ins returned from their personal data server."
  },
  "PersonLoginCompleted.v1": {
    group: "sign-in",
    sentence: "A user proved their identity to manage their own sign-ins."
  },
  "PersonLoginFailed.v1": { group: "sign-in", sentence: "A user was not allowed to manage their own sign-ins." },
  "PersonSignedIn.v1": { group: "sign-in", sentence: "A user signed in to see and end their own sign-ins." },
  "PersonSignedOut.v1": { group: "sign-in", sentence: "A user signed out of the page of their own sign-ins." },
  "ClientRegistered.v1": { group: "app", sentence: "An app was registered." },
  "ClientRegistered.v2": { group: "app", sentence: "An app was registered." },
  "ClientUpdated.v1": { group: "app", sentence: "The registration of an app was changed." },
  "ClientUpdated.v2": { group: "app", sentence: "The registration of an app was changed." },
  "ClientSecretRotated.v1": { group: "app", sentence: "An app received a new secret." },
  "ClientSecretRotated.v2": { group: "app", sentence: "An app received a new secret." },
  "ClientSecretRevoked.v1": { group: "app", sentence: "The old secret of an app was revoked." },
  "ClientLifetimesSet.v1": { group: "app", sentence: "The token lifetimes of an app were changed." },
  "ClientAdministrationSet.v1": { group: "app", sentence: "It was changed whether an app can administer." },
  "ClientDeleted.v1": { group: "app", sentence: "An app was removed." },
  "ClientExpired.v1": { group: "app", sentence: "The registration of an unused app expired." },
  "ClientDocumentRead.v1": { group: "app", sentence: "An app is described by the document at its own URL." },
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
    sentence: "Tokens arrived for a session that had already ended."
  },
  "SessionRevokedAtPds.v1": {
    group: "session",
    sentence: "The session was revoked at the personal data server."
  },
  "SessionRevocationAbandoned.v1": {
    group: "session",
    sentence: "The session could not be revoked at the personal data server."
  },
  "WriteRequested.v1": { group: "write", sentence: "An app requested to write a record." },
  "RecordWritten.v1": { group: "write", sentence: "A record was written." },
  "WrittenCidDiffered.v1": {
    group: "write",
    sentence: "The personal data server stored a different record than it was sent."
  },
  "WriteRejected.v1": { group: "write", sentence: "A record was not written." },
  "WriteOutcomeUnknown.v1": { group: "write", sentence: "It was not yet known whether a record was written." },
  "BlobUploaded.v1": { group: "write", sentence: "A file was uploaded." },
  "BlobUploadFailed.v1": { group: "write", sentence: "A file was not uploaded." },
  "RepositoryIndexed.v1": { group: "repository", sentence: "The records of an account were indexed." },
  "RepositoryIndexed.v2": { group: "repository", sentence: "The records of an account were indexed." },
  "BackfillFailed.v1": { group: "repository", sentence: "The records of an account could not be indexed." },
  "SyncGapFound.v1": { group: "repository", sentence: "Live sync missed changes, and repositories are read again." },
  "AccountHidden.v1": { group: "repository", sentence: "An account is not active, and its records are hidden." },
  "AccountShown.v1": { group: "repository", sentence: "An account is active again, and its records are shown." },
  "AccountErased.v1": { group: "repository", sentence: "An account was deleted, and its records were erased." },
  "AccountRecordsRemoved.v1": {
    group: "administration",
    sentence: "An admin removed the indexed records of an account."
  },
  "HandleChanged.v1": { group: "repository", sentence: "The handle of an account changed." },
  "BackfillStarted.v1": { group: "repository", sentence: "A backfill was started." },
  "BackfillCompleted.v1": { group: "repository", sentence: "A backfill was completed." },
  "BackfillCancelled.v1": { group: "repository", sentence: "A backfill was cancelled." },
  "BackfillAborted.v1": { group: "repository", sentence: "A backfill ended early." },
  "SyncSourceChanged.v1": { group: "repository", sentence: "The source of live sync changed." },
  "LabelersChanged.v1": { group: "administration", sentence: "The external labelers changed." },
  "DeadLettersDropped.v1": { group: "administration", sentence: "Dead letters were dropped." },
  "ReportCreated.v1": { group: "moderation", sentence: "A user reported an account or a record." },
  "ReportResolved.v1": { group: "moderation", sentence: "A report was resolved with a label." },
  "ReportDismissed.v1": { group: "moderation", sentence: "A report was dismissed." },
  "LabelCreated.v1": { group: "moderation", sentence: "A record or an account was labeled." },
  "LabelNegated.v1": { group: "moderation", sentence: "A label of this instance was negated." },
  "LabelDefined.v1": { group: "moderation", sentence: "A label value was defined." },
  "LexiconsImported.v1": { group: "administration", sentence: "A set of Lexicons became active." },
  "SetupTokenIssued.v1": { group: "administration", sentence: "A one-time setup token was created." },
  "SetupTokenUsed.v1": { group: "administration", sentence: "A setup token was used." },
  "AdminSignedIn.v1": { group: "administration", sentence: "An administrator signed in." },
  "AdminSessionUsed.v1": { group: "administration", sentence: "An administrator's session was in use." },
  "AdminSignedOut.v1": { group: "administration", sentence: "An administrator signed out." },
  "AdminLoginStarted.v1": {
    group: "administration",
    sentence: "Somebody who wants to administer was sent to their personal data server."
  },
  "AdminLoginReturned.v1": {
    group: "administration",
    sentence: "Somebody who wants to administer returned from their personal data server."
  },
  "AdminLoginCompleted.v1": {
    group: "administration",
    sentence: "An account proved its identity to sign in as an administrator."
  },
  "AdminLoginFailed.v1": { group: "administration", sentence: "Somebody could not sign in as an administrator." },
  "AdminAdded.v1": { group: "administration", sentence: "An account became an administrator." },
  "AdminAddedByOperator.v1": { group: "administration", sentence: "The operator made an account an administrator." },
  "AdminRoleChanged.v1": { group: "administration", sentence: "The role of an administrator changed." },
  "AdminRemoved.v1": { group: "administration", sentence: "An account is no longer an administrator." },
  "IndexReset.v1": { group: "administration", sentence: "All indexed records were deleted." },
  "SigningKeysSettled.v1": {
    group: "administration",
    sentence: "The signing keys of the service were set or changed."
  },
  "PersonalDataSeparated.v1": {
    group: "administration",
    sentence: "Personal data lies outside the leaves of the log from here on, where it can be erased."
  },
  "SubjectErased.v1": {
    group: "administration",
    sentence: "A person was erased: the key of their personal data was deleted, and their records in the index."
  },
  "EventsArchived.v1": {
    group: "administration",
    sentence: "Old events of a class left the database for an archive, as AUDIT_RETENTION says."
  },
  "LogVerified.v1": { group: "administration", sentence: "The log was verified, and everything held." },
  "LogVerificationFailed.v1": {
    group: "administration",
    sentence: "The log was verified, and something did not hold."
  },
  "PublicUrlSettled.v1": { group: "administration", sentence: "The public URL of the service was set or changed." },
  "MoveInStarted.v1": {
    group: "administration",
    sentence: "The operator began to move the settings of another instance in."
  },
  "WebhookTargetChanged.v1": { group: "administration", sentence: "The receiver of the webhook changed." },
  "WebhookDeliveryGivenUp.v1": {
    group: "administration",
    sentence: "A message of the webhook was not delivered, and is not sent again."
  }
};

/** Whether a string is an event type that this version knows. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type);
