import type { AdministrationEvent } from "../administration/AdministrationEvent.ts";
import type { PublicUrlSettled } from "../administration/PublicUrlSettled.ts";
import type { SigningKeysSettled } from "../administration/SigningKeysSettled.ts";
import type { AuthorizationEvent } from "../authorization/AuthorizationEvent.ts";
import type { ClientAuthorizationsEnded } from "../authorization/end/ClientAuthorizationsEnded.ts";
import type { PushedRequestEvent } from "../authorization/request/PushedRequestEvent.ts";
import type { ClientEvent } from "../client/ClientEvent.ts";
import type { ClientDocumentRead } from "../client/document/ClientDocumentRead.ts";
import type { LabelEvent } from "../label/LabelEvent.ts";
import type { LabelersChanged } from "../labeler/LabelersChanged.ts";
import type { LexiconEvent } from "../lexicon/import/LexiconEvent.ts";
import type { MoveInStarted } from "../movein/MoveInStarted.ts";
import type { PersonEvent } from "../person/PersonEvent.ts";
import type { SubjectEvent } from "../personal/SubjectEvent.ts";
import type { BlobUploadFailed } from "../record/blob/BlobUploadFailed.ts";
import type { IndexReset } from "../record/index/IndexReset.ts";
import type { RecordWriteEvent } from "../record/write/RecordWriteEvent.ts";
import type { ReportEvent } from "../report/ReportEvent.ts";
import type { EventsArchived } from "../retention/EventsArchived.ts";
import type { SessionEvent } from "../session/SessionEvent.ts";
import type { AccountEvent } from "../sync/account/AccountEvent.ts";
import type { BackfillJobEvent } from "../sync/backfill/BackfillJobEvent.ts";
import type { SyncEvent } from "../sync/backfill/SyncEvent.ts";
import type { DeadLettersDropped } from "../sync/DeadLettersDropped.ts";
import type { SyncSourceChanged } from "../sync/stream/SyncSource.ts";
import type { VerificationEvent } from "../verification/VerificationEvent.ts";
import type { WebhookEvent } from "../webhook/WebhookEvent.ts";

/** The entry for a type whose events change nothing in a projection. */
export const ignored = (): null => null;

/** The entries for a group of events that change nothing in a projection. Add every new version here as well. */
type Ignored<Event extends { readonly _tag: string }> = Readonly<Record<Event["_tag"], typeof ignored>>;

export const ignoredClientEvents: Ignored<ClientEvent | ClientDocumentRead | ClientAuthorizationsEnded> = {
  "ClientRegistered.v1": ignored,
  "ClientRegistered.v2": ignored,
  "ClientUpdated.v1": ignored,
  "ClientUpdated.v2": ignored,
  "ClientSecretRotated.v1": ignored,
  "ClientSecretRotated.v2": ignored,
  "ClientSecretRevoked.v1": ignored,
  "ClientLifetimesSet.v1": ignored,
  "ClientAdministrationSet.v1": ignored,
  "ClientDeleted.v1": ignored,
  "ClientExpired.v1": ignored,
  "ClientDocumentRead.v1": ignored,
  "ClientAuthorizationsEnded.v1": ignored
};

export const ignoredAuthorizationEvents: Ignored<AuthorizationEvent> = {
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
  "CodeExchanged.v1": ignored,
  "TokensRefreshed.v1": ignored,
  "AuthorizationEnded.v1": ignored
};

export const ignoredPushedRequestEvents: Ignored<PushedRequestEvent> = {
  "RequestPushed.v1": ignored,
  "PushedRequestUsed.v1": ignored
};

export const ignoredSessionEvents: Ignored<SessionEvent> = {
  "SessionEstablished.v1": ignored,
  "SessionRefreshStarted.v1": ignored,
  "SessionRefreshed.v1": ignored,
  "SessionRefreshFailed.v1": ignored,
  "SessionEnded.v1": ignored,
  "SessionTokensArrivedLate.v1": ignored,
  "SessionRevokedAtPds.v1": ignored,
  "SessionRevocationAbandoned.v1": ignored
};

export const ignoredWriteEvents: Ignored<RecordWriteEvent | BlobUploadFailed> = {
  "WriteRequested.v1": ignored,
  "RecordWritten.v1": ignored,
  "WrittenCidDiffered.v1": ignored,
  "WriteRejected.v1": ignored,
  "WriteOutcomeUnknown.v1": ignored,
  "BlobUploaded.v1": ignored,
  "BlobUploadFailed.v1": ignored
};

export const ignoredIndexEvents: Ignored<IndexReset | LexiconEvent | SyncEvent> = {
  "IndexReset.v1": ignored,
  "LexiconsImported.v1": ignored,
  "RepositoryIndexed.v1": ignored,
  "RepositoryIndexed.v2": ignored,
  "BackfillFailed.v1": ignored,
  "SyncGapFound.v1": ignored
};

export const ignoredNetworkEvents: Ignored<
  AccountEvent | BackfillJobEvent | DeadLettersDropped | LabelersChanged | SyncSourceChanged
> = {
  "AccountHidden.v1": ignored,
  "AccountShown.v1": ignored,
  "AccountErased.v1": ignored,
  "AccountRecordsRemoved.v1": ignored,
  "HandleChanged.v1": ignored,
  "BackfillStarted.v1": ignored,
  "BackfillCompleted.v1": ignored,
  "BackfillCancelled.v1": ignored,
  "BackfillAborted.v1": ignored,
  "SyncSourceChanged.v1": ignored,
  "LabelersChanged.v1": ignored,
  "DeadLettersDropped.v1": ignored
};

export const ignoredModerationEvents: Ignored<LabelEvent> = {
  "LabelCreated.v1": ignored,
  "LabelNegated.v1": ignored,
  "LabelDefined.v1": ignored
};

export const ignoredAdministrationEvents: Ignored<AdministrationEvent> = {
  "SetupTokenIssued.v1": ignored,
  "SetupTokenUsed.v1": ignored,
  "AdminSignedIn.v1": ignored,
  "AdminSessionUsed.v1": ignored,
  "AdminSignedOut.v1": ignored,
  "AdminLoginStarted.v1": ignored,
  "AdminLoginReturned.v1": ignored,
  "AdminLoginCompleted.v1": ignored,
  "AdminLoginFailed.v1": ignored,
  "AdminAdded.v1": ignored,
  "AdminAddedByOperator.v1": ignored,
  "AdminRoleChanged.v1": ignored,
  "AdminRemoved.v1": ignored
};

export const ignoredPersonEvents: Ignored<PersonEvent> = {
  "PersonLoginStarted.v1": ignored,
  "PersonLoginReturned.v1": ignored,
  "PersonLoginCompleted.v1": ignored,
  "PersonLoginFailed.v1": ignored,
  "PersonSignedIn.v1": ignored,
  "PersonSignedOut.v1": ignored
};

export const ignoredInstanceEvents: Ignored<
  | PublicUrlSettled
  | SigningKeysSettled
  | MoveInStarted
  | SubjectEvent
  | EventsArchived
  | VerificationEvent
  | WebhookEvent
> = {
  "PersonalDataSeparated.v1": ignored,
  "SubjectErased.v1": ignored,
  "EventsArchived.v1": ignored,
  "LogVerified.v1": ignored,
  "LogVerificationFailed.v1": ignored,
  "PublicUrlSettled.v1": ignored,
  "MoveInStarted.v1": ignored,
  "SigningKeysSettled.v1": ignored,
  "WebhookTargetChanged.v1": ignored,
  "WebhookDeliveryGivenUp.v1": ignored
};

export const ignoredReportEvents: Ignored<ReportEvent> = {
  "ReportCreated.v1": ignored,
  "ReportResolved.v1": ignored,
  "ReportDismissed.v1": ignored
};
