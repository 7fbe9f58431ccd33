import * as Match from "effect/Match";
import type { DomainEvent } from "../event/DomainEvent.ts";
import type { MovedCounts } from "../movein/MoveInStarted.ts";
import { subjectUri } from "../report/subjectUri.ts";
import type { AccountReporter } from "../sync/account/AccountEvent.ts";
import type { BackfillTarget } from "../sync/backfill/BackfillJobEvent.ts";
import type { RepositoryIndexed } from "../sync/backfill/SyncEvent.ts";
import type { ComparedCheckpoint } from "../verification/VerificationEvent.ts";

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const until = (milliseconds: number): string => `until ${day(milliseconds)} UTC`;

const minutes = (seconds: number): string =>
  seconds % 60 === 0 ? plural(seconds / 60, "minute", "minutes") : plural(seconds, "second", "seconds");

const lifetime = (what: string, seconds: number | null): string =>
  `${what} ${seconds === null ? "as for all apps" : minutes(seconds)}`;

const registrant = { admin: "An administrator", operator: "The operator", dynamic: "The app itself" } as const;

const registered = ({ name, origin, type }: { name: string; origin: keyof typeof registrant; type: string }): string =>
  `${registrant[origin]} registered the ${type} app "${name}".`;

const changed = ({ name }: { readonly name: string }): string => `The registration of the app "${name}" was changed.`;

const becoming = {
  "set-up": "the first one, with the setup token",
  recovery: "with a recovery token",
  admin: "added by another administrator"
} as const;

const verbs = { create: "create", update: "change", delete: "delete" } as const;

const written = (cid: string | null): string => (cid === null ? "deleted" : "written");

const indexed = (event: { pds: string; stored: number; removed: number; skipped: number }): string =>
  `The records of the account were read from ${event.pds}: ${event.stored} stored, ${event.removed} removed, ${event.skipped} skipped`;

const firstSkipped = ({ skipped, skippedFirst }: RepositoryIndexed): string => {
  if (skippedFirst.length === 0) return "";
  const listed = skippedFirst.map(({ reason, uri }) => `${uri} (${reason})`).join(", ");
  return `, ${skipped > skippedFirst.length ? "including" : "namely"} ${listed}`;
};

const reporter: Readonly<Record<AccountReporter, string>> = {
  source: "the source of live sync",
  pds: "its personal data server"
};

const backfillOf = (target: BackfillTarget): string => {
  switch (target.kind) {
    case "actor":
      return target.dids.length === 1 ? target.dids[0] : `${target.dids.length} accounts`;
    case "collection":
      return `the repositories with records of ${target.collection}`;
    case "all":
      return "all repositories";
  }
};

const verifier = { database: "The command line", browser: "The browser of an administrator" } as const;

const comparedWith = (compared: ReadonlyArray<ComparedCheckpoint>): string =>
  compared.length === 0 ? "" : ` against ${plural(compared.length, "older checkpoint", "older checkpoints")}`;

const movedIn = ({ admins, clients, labelDefinitions, labels, lexicons }: MovedCounts): string =>
  [
    plural(lexicons, "Lexicon", "Lexicons"),
    plural(clients, "app", "apps"),
    plural(admins, "administrator", "administrators"),
    plural(labelDefinitions, "label definition", "label definitions"),
    plural(labels, "label", "labels")
  ].join(", ");

const processed = ({ failed, repositories }: { readonly failed: number; readonly repositories: number }): string =>
  `${plural(repositories, "repository", "repositories")} processed, ${failed} failed`;

/** Returns a sentence that describes an event, with names where the event has them and identifiers elsewhere. */
export const eventSentence: (event: DomainEvent) => string = Match.typeTags<DomainEvent, string>()({
  "AuthorizationRequested.v1": ({ redirectUri, scope, requestHash }) =>
    `The app requested a sign-in with the scope "${scope}" and the redirect URI ${redirectUri}${requestHash === undefined ? "" : ", as in its pushed request"}.`,
  "RequestPushed.v1": ({ redirectUri, scope }) =>
    `The app pushed a sign-in request with the scope "${scope}" and the redirect URI ${redirectUri}.`,
  "PushedRequestUsed.v1": ({ authorizationId }) =>
    `The pushed sign-in request led to a code as ${authorizationId} and cannot be used again.`,
  "ConfirmationAsked.v1": () =>
    "The user was asked to confirm an app that neither an administrator nor the operator registered.",
  "ClientConfirmed.v1": () => "The user confirmed the app.",
  "ClientDeclined.v1": () => "The user declined the app.",
  "UpstreamLoginStarted.v1": ({ did, issuer, scope }) =>
    `The browser was sent to ${issuer} to sign in${did === null ? "" : ` as ${did}`}, with the scope "${scope}".`,
  "UpstreamReturned.v1": () => "The browser that started the sign-in returned from the personal data server.",
  "LoginCompleted.v1": ({ did, scope }) => `${did} signed in and granted the scope "${scope}".`,
  "LoginFailed.v1": () => "The sign-in failed.",
  "CodeIssued.v1": ({ expiresAt }) => `The app received a code, which it can redeem for tokens ${until(expiresAt)}.`,
  "CodeExchanged.v1": ({ refreshExpiresAt, scope }) =>
    `The app redeemed its code for tokens with the scope "${scope}", which it can renew ${until(refreshExpiresAt)}.`,
  "CodeRefused.v1": () => "A code was presented incorrectly, and no tokens were issued.",
  "TokensRefreshed.v1": ({ refreshExpiresAt }) =>
    `The app renewed its tokens and can do so again ${until(refreshExpiresAt)}.`,
  "AuthorizationEnded.v1": () => "The sign-in ended: the app's tokens are no longer valid.",
  "PersonLoginStarted.v1": ({ did, issuer }) =>
    `${did ?? "A user"} was sent to ${issuer} to prove their identity and manage their own sign-ins.`,
  "PersonLoginReturned.v1": () => "The browser that started the login returned from the personal data server.",
  "PersonLoginCompleted.v1": ({ did }) => `${did} proved their identity to manage their own sign-ins.`,
  "PersonLoginFailed.v1": ({ did }) => `${did ?? "A user"} was not allowed to manage their own sign-ins.`,
  "PersonSignedIn.v1": ({ did, expiresAt }) =>
    `${did} signed in to see and end their own sign-ins, ${until(expiresAt)}.`,
  "PersonSignedOut.v1": () => "The user signed out of the page of their own sign-ins, or signed in again.",
  "ClientRegistered.v1": registered,
  "ClientRegistered.v2": registered,
  "ClientUpdated.v1": changed,
  "ClientUpdated.v2": changed,
  "ClientSecretRotated.v1": ({ clientId }) =>
    `The app ${clientId} received a new secret; the old one stopped working immediately.`,
  "ClientSecretRotated.v2": ({ clientId, oldValidUntil }) =>
    oldValidUntil === null
      ? `The app ${clientId} received a new secret; the old one stopped working immediately.`
      : `The app ${clientId} received a new secret; the old one still works ${until(oldValidUntil)}.`,
  "ClientSecretRevoked.v1": ({ clientId }) =>
    `The old secret of the app ${clientId} was revoked; only its newest secret works.`,
  "ClientLifetimesSet.v1": ({ accessToken, authorization, refreshToken }) =>
    `The lifetimes of the app were changed: ${lifetime("access tokens", accessToken)}, ${lifetime("refresh tokens", refreshToken)}, ${lifetime("sign-ins", authorization)}.`,
  "ClientAdministrationSet.v1": ({ clientId, mayAdminister }) =>
    mayAdminister
      ? `The app ${clientId} can now administer, for the accounts of ADMIN_DIDS that sign in to it.`
      : `The app ${clientId} can no longer administer.`,
  "ClientDeleted.v1": ({ clientId }) => `The app ${clientId} was removed permanently.`,
  "ClientExpired.v1": ({ clientId }) =>
    `The app ${clientId} registered itself, but nobody signed in to it for a day: its registration expired.`,
  "ClientDocumentRead.v1": ({ clientId, name }) => `The app "${name}" is described by the document at ${clientId}.`,
  "ClientAuthorizationsEnded.v1": ({ clientId, count }) =>
    `Every sign-in through the removed app ${clientId} has ended; ${plural(count, "was", "were")} still active.`,
  "SessionEstablished.v1": ({ did, pds }) => `A session for ${did} was opened at ${pds}.`,
  "SessionRefreshStarted.v1": () => "The session at the personal data server was about to be renewed.",
  "SessionRefreshed.v1": ({ accessExpiresAt }) =>
    `The session at the personal data server was renewed and is valid ${until(accessExpiresAt)}.`,
  "SessionRefreshFailed.v1": () => "The session at the personal data server could not be renewed this time.",
  "SessionEnded.v1": () => "The session at the personal data server ended.",
  "SessionTokensArrivedLate.v1": () => "Tokens arrived for a session that had already ended; they are to be revoked.",
  "SessionRevokedAtPds.v1": () => "The session was revoked at the personal data server, which confirmed it.",
  "SessionRevocationAbandoned.v1": () =>
    "The session could not be revoked at the personal data server and is no longer retried; its tokens were erased here.",
  "WriteRequested.v1": ({ action, uri }) => `The app requested to ${verbs[action]} ${uri}.`,
  "RecordWritten.v1": ({ cid, found, uri }) =>
    found
      ? `${uri} was ${written(cid)}, as the personal data server reported when it was queried later.`
      : `${uri} was ${written(cid)}.`,
  "WrittenCidDiffered.v1": ({ uri }) =>
    `The personal data server stored a different record at ${uri} than it was sent; the stored record applies.`,
  "WriteRejected.v1": ({ uri }) => `Nothing was written at ${uri}.`,
  "WriteOutcomeUnknown.v1": ({ uri }) =>
    `The personal data server did not report whether it wrote ${uri}; it is queried until the outcome is known.`,
  "BlobUploaded.v1": ({ mimeType, size }) => `A file of ${plural(size, "byte", "bytes")} (${mimeType}) was uploaded.`,
  "BlobUploadFailed.v1": ({ mimeType }) => `A file (${mimeType}) was not uploaded.`,
  "RepositoryIndexed.v1": (event) => `${indexed(event)}.`,
  "RepositoryIndexed.v2": (event) => `${indexed(event)}${firstSkipped(event)}.`,
  "BackfillFailed.v1": ({ tries }) =>
    `The records of the account could not be indexed in ${plural(tries, "attempt", "attempts")}; the next sign-in tries again.`,
  "SyncGapFound.v1": ({ did, source }) =>
    `Changes from ${source} were missed or invalid; ${did === null ? "all known repositories are" : "the repository of the account is"} read again.`,
  "AccountHidden.v1": ({ reportedBy, status }) =>
    `The account is not active (${status}) according to ${reporter[reportedBy]}; its records are hidden.`,
  "AccountShown.v1": ({ reportedBy }) =>
    `The account is active again according to ${reporter[reportedBy]}; its records are shown.`,
  "AccountErased.v1": ({ records }) =>
    `The account was deleted, which its server confirmed; ${plural(records, "record was", "records were")} erased.`,
  "AccountRecordsRemoved.v1": ({ records }) =>
    `${plural(records, "indexed record", "indexed records")} of the account ${records === 1 ? "was" : "were"} removed.`,
  "HandleChanged.v1": ({ after, before }) =>
    `The handle of the account changed from ${before ?? "none"} to ${after ?? "none"}.`,
  "BackfillStarted.v1": ({ target }) => `A backfill of ${backfillOf(target)} was started.`,
  "BackfillCompleted.v1": (event) => `A backfill was completed: ${processed(event)}.`,
  "BackfillCancelled.v1": (event) => `A backfill was cancelled: ${processed(event)}.`,
  "BackfillAborted.v1": (event) => `A backfill ended early: ${processed(event)}.`,
  "SyncSourceChanged.v1": ({ address, kind }) =>
    kind === null ? "Live sync was switched off." : `Live sync follows the ${kind} at ${address}.`,
  "LabelersChanged.v1": ({ dids }) =>
    dids.length === 0
      ? "Labels of external labelers no longer have an effect."
      : `Labels of ${dids.join(", ")} have an effect.`,
  "DeadLettersDropped.v1": ({ account, collection, deadLetterReason, dropped }) => {
    const which = [collection, account, deadLetterReason].filter((each) => each !== null).join(", ");
    return `${plural(dropped, "dead letter was", "dead letters were")} dropped${which === "" ? "" : ` (${which})`}.`;
  },
  "ReportCreated.v1": ({ reasonType, reporter, subject }) =>
    `${reporter} reported ${subjectUri(subject)} (${reasonType}).`,
  "ReportResolved.v1": ({ closedBy, id, label }) =>
    `${closedBy ?? "The operator"} resolved the report ${id} with the label ${label}.`,
  "ReportDismissed.v1": ({ closedBy, id }) => `${closedBy ?? "The operator"} dismissed the report ${id}.`,
  "LabelCreated.v1": ({ did, exp, uri, val }) =>
    `${uri ?? did} was labeled ${val}${exp === null ? "" : `, ${until(exp)}`}.`,
  "LabelNegated.v1": ({ did, uri, val }) => `The label ${val} of ${uri ?? did} was negated.`,
  "LabelDefined.v1": ({ defaultVisibility, severity, val }) =>
    `The label ${val} was defined, with the severity ${severity} and the default visibility ${defaultVisibility}.`,
  "LexiconsImported.v1": ({ ids }) => `A set of ${plural(ids.length, "Lexicon", "Lexicons")} became active.`,
  "SetupTokenIssued.v1": ({ expiresAt, recovery }) =>
    `A one-time setup token was created${recovery === true ? " on the command line" : ""}, valid ${until(expiresAt)}.`,
  "SetupTokenUsed.v1": () => "A setup token was used and cannot be used again.",
  "AdminSignedIn.v1": ({ did, expiresAt }) =>
    did === null
      ? `Somebody presented a setup token and can sign in with an account ${until(expiresAt)}.`
      : `${did} signed in as an administrator, ${until(expiresAt)}.`,
  "AdminSessionUsed.v1": ({ usedAt }) => `The session of an administrator was in use at ${day(usedAt)} UTC.`,
  "AdminSignedOut.v1": () => "An administrator signed out, or a new sign-in replaced the session.",
  "AdminLoginStarted.v1": ({ did, issuer, setUpSession }) =>
    `${did ?? "Somebody"} was sent to ${issuer} to sign in as an administrator${setUpSession === null ? "" : ", with a setup token"}.`,
  "AdminLoginReturned.v1": () => "The browser that started the login returned from the personal data server.",
  "AdminLoginCompleted.v1": ({ did }) => `${did} proved their identity to sign in as an administrator.`,
  "AdminLoginFailed.v1": ({ did }) => `${did ?? "Somebody"} could not sign in as an administrator.`,
  "AdminAdded.v1": ({ addedBy, did, how }) =>
    `${did} became an administrator, ${addedBy === null ? becoming[how] : `added by ${addedBy}`}.`,
  "AdminAddedByOperator.v1": ({ did }) => `${did} became an administrator, added by the operator.`,
  "AdminRoleChanged.v1": ({ before, did, role }) =>
    `The role of the administrator ${did} changed from ${before} to ${role}.`,
  "AdminRemoved.v1": ({ did }) => `${did} is no longer an administrator.`,
  "IndexReset.v1": ({ records }) =>
    `An administrator deleted all ${plural(records, "indexed record", "indexed records")}; they are indexed again.`,
  "SigningKeysSettled.v1": ({ before, keyIds }) =>
    before === null
      ? `The signing ${keyIds.length === 1 ? "key" : "keys"} of the service: ${keyIds.join(", ")}.`
      : `The signing keys of the service are now ${keyIds.join(", ")}; before, they were ${before.join(", ")}.`,
  "PersonalDataSeparated.v1": ({ events }) =>
    `Personal data lies outside the leaves of the log from here on, where it can be erased${events === 0 ? "" : `; ${plural(events, "earlier event keeps its", "earlier events keep their")} bytes`}.`,
  "SubjectErased.v1": ({ note, records }) =>
    `A person was erased, with ${plural(records, "record", "records")} in the index${note === null ? "" : `: ${note}`}.`,
  "EventsArchived.v1": ({ class: of, count, file, firstPosition, lastPosition, retainedDays }) =>
    `${plural(count, "event", "events")} of the class ${of} from position ${firstPosition} to ${lastPosition} left the database for the archive ${file}, after ${plural(retainedDays, "day", "days")}.`,
  "LogVerified.v1": ({ by, checked, compared }) =>
    `${verifier[by]} verified ${plural(checked, "event", "events")} of the log${comparedWith(compared)}, and everything held.`,
  "LogVerificationFailed.v1": ({ badPosition, by, compared }) =>
    `${verifier[by]} verified the log${comparedWith(compared)}, and it does not hold at position ${badPosition}.`,
  "PublicUrlSettled.v1": ({ before, publicUrl }) =>
    `The public URL of this service is ${publicUrl}${before === null ? "" : `; before, it was ${before}`}.`,
  "MoveInStarted.v1": ({ counts, software }) =>
    `The operator began to move an instance of ${software} in: ${movedIn(counts)}.`,
  "WebhookTargetChanged.v1": ({ host }) =>
    host === null ? "The webhook no longer has a receiver." : `The webhook sends its messages to ${host}.`,
  "WebhookDeliveryGivenUp.v1": ({ attempts, messageId, messageType }) =>
    `The message ${messageId} of the webhook (${messageType}) was not delivered after ${plural(attempts, "attempt", "attempts")}, and is not sent again.`
});
