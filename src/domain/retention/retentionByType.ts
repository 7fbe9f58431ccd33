import type { AuthorizationEvent } from "../authorization/AuthorizationEvent.ts";
import type { PushedRequestEvent } from "../authorization/request/PushedRequestEvent.ts";
import type { EventType } from "../event/DomainEvent.ts";
import type { PersonEvent } from "../person/PersonEvent.ts";
import {
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredReportEvents
} from "../projection/ignored.ts";
import type { BlobUploadFailed } from "../record/blob/BlobUploadFailed.ts";
import type { RecordWriteEvent } from "../record/write/RecordWriteEvent.ts";
import type { RetentionClass } from "./RetentionClass.ts";

/**
 * When events of a type can be archived: all events of a stream together once nothing can follow (`with-its-stream`), or
 * also an event of its own once a later one of its stream supersedes it (`once-superseded`).
 */
export interface Retention {
  readonly class: RetentionClass;
  readonly leaves: "with-its-stream" | "once-superseded";
}

type OfGroup<Event extends { readonly _tag: string }> = Readonly<Record<Event["_tag"], () => Retention>>;

const access = (): Retention => ({ class: "access", leaves: "with-its-stream" });
const repeatedAccess = (): Retention => ({ class: "access", leaves: "once-superseded" });
const write = (): Retention => ({ class: "writes", leaves: "with-its-stream" });
const repeatedIndexing = (): Retention => ({ class: "indexing", leaves: "once-superseded" });
const kept = (): null => null;

const logins: OfGroup<AuthorizationEvent | PushedRequestEvent | PersonEvent> = {
  "AuthorizationRequested.v1": access,
  "ConfirmationAsked.v1": access,
  "ClientConfirmed.v1": access,
  "ClientDeclined.v1": access,
  "UpstreamLoginStarted.v1": access,
  "UpstreamReturned.v1": access,
  "LoginFailed.v1": access,
  "LoginCompleted.v1": access,
  "CodeIssued.v1": access,
  "CodeRefused.v1": access,
  "CodeExchanged.v1": access,
  // An old refresh token must be recognized for as long as its authorization is active.
  "TokensRefreshed.v1": access,
  "AuthorizationEnded.v1": access,
  "RequestPushed.v1": access,
  "PushedRequestUsed.v1": access,
  "PersonLoginStarted.v1": access,
  "PersonLoginReturned.v1": access,
  "PersonLoginCompleted.v1": access,
  "PersonLoginFailed.v1": access,
  "PersonSignedIn.v1": access,
  "PersonSignedOut.v1": access
};

const writes: OfGroup<RecordWriteEvent | BlobUploadFailed> = {
  "WriteRequested.v1": write,
  "RecordWritten.v1": write,
  "WrittenCidDiffered.v1": write,
  "WriteRejected.v1": write,
  "WriteOutcomeUnknown.v1": write,
  "BlobUploaded.v1": write,
  "BlobUploadFailed.v1": write
};

/**
 * The retention of each type of event; null for events that always stay: what admins did, apps, Lexicons, keys, erasures,
 * archives, reports, and the state of accounts and of live sync.
 */
const byType: Readonly<Record<EventType, () => Retention | null>> = {
  ...ignoredClientEvents,
  ...ignoredAdministrationEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
  ...logins,
  ...writes,
  "SessionEstablished.v1": access,
  "SessionRefreshStarted.v1": repeatedAccess,
  "SessionRefreshed.v1": repeatedAccess,
  "SessionRefreshFailed.v1": repeatedAccess,
  "SessionEnded.v1": access,
  "SessionTokensArrivedLate.v1": access,
  "SessionRevokedAtPds.v1": access,
  "SessionRevocationAbandoned.v1": access,
  "RepositoryIndexed.v1": repeatedIndexing,
  "RepositoryIndexed.v2": repeatedIndexing,
  "BackfillFailed.v1": repeatedIndexing,
  // It says which repositories are due.
  "SyncGapFound.v1": kept,
  "IndexReset.v1": kept,
  "LexiconsImported.v1": kept
};

/** The retention of each type that can be archived. */
export const retentionByType: ReadonlyMap<string, Retention> = new Map(
  Object.entries(byType).flatMap(([type, retention]): ReadonlyArray<readonly [string, Retention]> => {
    const found = retention();
    return found === null ? [] : [[type, found]];
  })
);

/** Returns the types of a retention class. */
export const typesOfClass = (of: RetentionClass): ReadonlyArray<string> =>
  [...retentionByType].flatMap(([type, retention]) => (retention.class === of ? [type] : []));
