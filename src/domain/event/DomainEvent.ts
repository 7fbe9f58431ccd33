import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { AdministrationEvent } from "../administration/AdministrationEvent.ts";
import { PublicUrlSettled } from "../administration/PublicUrlSettled.ts";
import { SigningKeysSettled } from "../administration/SigningKeysSettled.ts";
import { AuthorizationEvent } from "../authorization/AuthorizationEvent.ts";
import { ClientAuthorizationsEnded } from "../authorization/end/ClientAuthorizationsEnded.ts";
import { PushedRequestEvent } from "../authorization/request/PushedRequestEvent.ts";
import { ClientEvent } from "../client/ClientEvent.ts";
import { ClientDocumentRead } from "../client/document/ClientDocumentRead.ts";
import { LabelEvent } from "../label/LabelEvent.ts";
import { LabelersChanged } from "../labeler/LabelersChanged.ts";
import { LexiconEvent } from "../lexicon/import/LexiconEvent.ts";
import { MoveInStarted } from "../movein/MoveInStarted.ts";
import { PersonEvent } from "../person/PersonEvent.ts";
import { SubjectEvent } from "../personal/SubjectEvent.ts";
import { BlobUploadFailed } from "../record/blob/BlobUploadFailed.ts";
import { IndexReset } from "../record/index/IndexReset.ts";
import { RecordWriteEvent } from "../record/write/RecordWriteEvent.ts";
import { ReportEvent } from "../report/ReportEvent.ts";
import { EventsArchived } from "../retention/EventsArchived.ts";
import { SessionEvent } from "../session/SessionEvent.ts";
import { AccountEvent } from "../sync/account/AccountEvent.ts";
import { BackfillJobEvent } from "../sync/backfill/BackfillJobEvent.ts";
import { SyncEvent } from "../sync/backfill/SyncEvent.ts";
import { DeadLettersDropped } from "../sync/DeadLettersDropped.ts";
import { SyncSourceChanged } from "../sync/stream/SyncSource.ts";
import { VerificationEvent } from "../verification/VerificationEvent.ts";
import { WebhookEvent } from "../webhook/WebhookEvent.ts";
import type { NewEvent } from "./Envelope.ts";

/**
 * Every event. A new shape is a new tag with the next version; `evolve` fills in what older versions lack. A tag is never
 * edited.
 */
export const DomainEvent = Schema.Union(
  ClientEvent,
  ClientDocumentRead,
  AuthorizationEvent,
  PushedRequestEvent,
  ClientAuthorizationsEnded,
  SessionEvent,
  RecordWriteEvent,
  BlobUploadFailed,
  IndexReset,
  SyncEvent,
  AccountEvent,
  BackfillJobEvent,
  SyncSourceChanged,
  LabelersChanged,
  DeadLettersDropped,
  LabelEvent,
  LexiconEvent,
  AdministrationEvent,
  PersonEvent,
  SubjectEvent,
  ReportEvent,
  EventsArchived,
  VerificationEvent,
  PublicUrlSettled,
  SigningKeysSettled,
  MoveInStarted,
  WebhookEvent
);
export type DomainEvent = typeof DomainEvent.Type;
export type EventType = DomainEvent["_tag"];

/** The types of all events that this version knows. */
export const knownEventTypes: ReadonlySet<string> = new Set<EventType>(
  DomainEvent.members.flatMap((member) =>
    "members" in member ? member.members.map(({ _tag }): EventType => _tag) : [member._tag]
  )
);

/** The log has an event that this version cannot read: its type is unknown, or its shape differs. Never skipped. */
export class UnreadableEvent extends Schema.TaggedError<UnreadableEvent>()("UnreadableEvent", {
  type: Schema.String,
  problem: Schema.String
}) {}

const encode = Schema.encodeSync(DomainEvent);
const decode = Schema.decodeUnknownEither(DomainEvent);

/** Returns an event as the log stores it: its tag, and its members as plain JSON. */
export const encodeEvent = (event: DomainEvent): Pick<NewEvent, "type" | "data"> => {
  const { _tag: type, ...data } = encode(event);
  return { type, data };
};

/** Reads an event from its stored form, or fails with `UnreadableEvent`. */
export const decodeEvent = (stored: Pick<NewEvent, "type" | "data">): Either.Either<DomainEvent, UnreadableEvent> =>
  Either.mapLeft(
    decode({ ...stored.data, _tag: stored.type }),
    (problem) => new UnreadableEvent({ type: stored.type, problem: problem.message })
  );

/** Whether an event of each type reports a success or a failure. A type that is missing here does not compile. */
const outcomes: Readonly<Record<EventType, NewEvent["outcome"]>> = {
  "AuthorizationRequested.v1": "success",
  "RequestPushed.v1": "success",
  "PushedRequestUsed.v1": "success",
  "ConfirmationAsked.v1": "success",
  "ClientConfirmed.v1": "success",
  "ClientDeclined.v1": "failure",
  "UpstreamLoginStarted.v1": "success",
  "UpstreamReturned.v1": "success",
  "LoginCompleted.v1": "success",
  "LoginFailed.v1": "failure",
  "CodeIssued.v1": "success",
  "CodeExchanged.v1": "success",
  "CodeRefused.v1": "failure",
  "TokensRefreshed.v1": "success",
  "AuthorizationEnded.v1": "success",
  "PersonLoginStarted.v1": "success",
  "PersonLoginReturned.v1": "success",
  "PersonLoginCompleted.v1": "success",
  "PersonLoginFailed.v1": "failure",
  "PersonSignedIn.v1": "success",
  "PersonSignedOut.v1": "success",
  "ClientRegistered.v1": "success",
  "ClientRegistered.v2": "success",
  "ClientUpdated.v1": "success",
  "ClientUpdated.v2": "success",
  "ClientSecretRotated.v1": "success",
  "ClientSecretRotated.v2": "success",
  "ClientSecretRevoked.v1": "success",
  "ClientLifetimesSet.v1": "success",
  "ClientAdministrationSet.v1": "success",
  "ClientDeleted.v1": "success",
  "ClientExpired.v1": "success",
  "ClientDocumentRead.v1": "success",
  "ClientAuthorizationsEnded.v1": "success",
  "SessionEstablished.v1": "success",
  "SessionRefreshStarted.v1": "success",
  "SessionRefreshed.v1": "success",
  "SessionRefreshFailed.v1": "failure",
  "SessionEnded.v1": "success",
  "SessionTokensArrivedLate.v1": "success",
  "SessionRevokedAtPds.v1": "success",
  "SessionRevocationAbandoned.v1": "failure",
  "WriteRequested.v1": "success",
  "RecordWritten.v1": "success",
  "WrittenCidDiffered.v1": "success",
  "WriteRejected.v1": "failure",
  "WriteOutcomeUnknown.v1": "failure",
  "BlobUploaded.v1": "success",
  "BlobUploadFailed.v1": "failure",
  "RepositoryIndexed.v1": "success",
  "RepositoryIndexed.v2": "success",
  "BackfillFailed.v1": "failure",
  "SyncGapFound.v1": "failure",
  "AccountHidden.v1": "success",
  "AccountShown.v1": "success",
  "AccountErased.v1": "success",
  "AccountRecordsRemoved.v1": "success",
  "HandleChanged.v1": "success",
  "BackfillStarted.v1": "success",
  "BackfillCompleted.v1": "success",
  "BackfillCancelled.v1": "success",
  "BackfillAborted.v1": "failure",
  "SyncSourceChanged.v1": "success",
  "LabelersChanged.v1": "success",
  "DeadLettersDropped.v1": "success",
  "ReportCreated.v1": "success",
  "ReportResolved.v1": "success",
  "ReportDismissed.v1": "success",
  "LabelCreated.v1": "success",
  "LabelNegated.v1": "success",
  "LabelDefined.v1": "success",
  "LexiconsImported.v1": "success",
  "SetupTokenIssued.v1": "success",
  "SetupTokenUsed.v1": "success",
  "AdminSignedIn.v1": "success",
  "AdminSessionUsed.v1": "success",
  "AdminSignedOut.v1": "success",
  "AdminLoginStarted.v1": "success",
  "AdminLoginReturned.v1": "success",
  "AdminLoginCompleted.v1": "success",
  "AdminLoginFailed.v1": "failure",
  "AdminAdded.v1": "success",
  "AdminAddedByOperator.v1": "success",
  "AdminRoleChanged.v1": "success",
  "AdminRemoved.v1": "success",
  "IndexReset.v1": "success",
  "PersonalDataSeparated.v1": "success",
  "SubjectErased.v1": "success",
  "EventsArchived.v1": "success",
  "LogVerified.v1": "success",
  "LogVerificationFailed.v1": "failure",
  "SigningKeysSettled.v1": "success",
  "PublicUrlSettled.v1": "success",
  "MoveInStarted.v1": "success",
  "WebhookTargetChanged.v1": "success",
  "WebhookDeliveryGivenUp.v1": "failure"
};

/** Whether events of a type report a failure. */
export const isFailure = (type: EventType): boolean => outcomes[type] === "failure";

/** Returns whether an event reports a success, and its reason as a code, or null. */
export const outcomeOf = (event: DomainEvent): Pick<NewEvent, "outcome" | "reason"> => ({
  outcome: outcomes[event._tag],
  reason: "reason" in event ? event.reason : null
});
