import * as Match from "effect/Match";
import type { DomainEvent } from "../event/DomainEvent.ts";
import type { RepositoryIndexed } from "../sync/backfill/SyncEvent.ts";

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const until = (milliseconds: number): string => `until ${day(milliseconds)} UTC`;

const minutes = (seconds: number): string =>
  seconds % 60 === 0 ? plural(seconds / 60, "minute", "minutes") : plural(seconds, "second", "seconds");

const lifetime = (what: string, seconds: number | null): string =>
  `${what} ${seconds === null ? "as for all apps" : `for ${minutes(seconds)}`}`;

const registrant = { admin: "An administrator", operator: "The operator", dynamic: "The app itself" } as const;

const registered = ({ name, origin, type }: { name: string; origin: keyof typeof registrant; type: string }): string =>
  `${registrant[origin]} registered the ${type} app "${name}".`;

const becoming = {
  "set-up": "the first, with the set-up token",
  recovery: "with a token for recovery",
  admin: "added by one"
} as const;

const verbs = { create: "create", update: "change", delete: "delete" } as const;

const written = (cid: string | null): string => (cid === null ? "deleted" : "written");

const indexed = (event: { pds: string; stored: number; removed: number; skipped: number }): string =>
  `The records of the account were read from ${event.pds}: ${event.stored} stored, ${event.removed} removed, ${event.skipped} left out`;

const firstSkipped = ({ skipped, skippedFirst }: RepositoryIndexed): string => {
  if (skippedFirst.length === 0) return "";
  const listed = skippedFirst.map(({ reason, uri }) => `${uri} (${reason})`).join(", ");
  return `, ${skipped > skippedFirst.length ? "among them" : "namely"} ${listed}`;
};

/** What an event tells, in one sentence, with names where the event has them and identifiers elsewhere. */
export const eventSentence: (event: DomainEvent) => string = Match.typeTags<DomainEvent, string>()({
  "AuthorizationRequested.v1": ({ redirectUri, scope, requestHash }) =>
    `The app asked for a sign-in with the scope "${scope}", to be answered at ${redirectUri}${requestHash === undefined ? "" : ", as it had announced"}.`,
  "RequestPushed.v1": ({ redirectUri, scope }) =>
    `The app announced a sign-in with the scope "${scope}", to be answered at ${redirectUri}.`,
  "PushedRequestUsed.v1": ({ authorizationId }) =>
    `The announced sign-in came to a code as ${authorizationId}, and cannot be begun again.`,
  "ConfirmationAsked.v1": () => "The person was asked whether to go on to an app that nobody here vouched for.",
  "ClientConfirmed.v1": () => "The person let the app go on.",
  "ClientDeclined.v1": () => "The person did not let the app go on.",
  "UpstreamLoginStarted.v1": ({ did, issuer, scope }) =>
    `The browser was sent to ${issuer} to sign in${did === null ? "" : ` as ${did}`}, with the scope "${scope}".`,
  "UpstreamReturned.v1": () => "The browser that began the sign-in came back from the personal data server.",
  "LoginCompleted.v1": ({ did, scope }) => `${did} signed in, and granted the scope "${scope}".`,
  "LoginFailed.v1": () => "The sign-in failed.",
  "CodeIssued.v1": ({ expiresAt }) => `The app was given a code to redeem for tokens ${until(expiresAt)}.`,
  "CodeExchanged.v1": ({ refreshExpiresAt, scope }) =>
    `The app redeemed its code, and got tokens with the scope "${scope}", which it can renew ${until(refreshExpiresAt)}.`,
  "CodeRefused.v1": () => "A code was presented in a wrong way, and no tokens were given.",
  "TokensRefreshed.v1": ({ refreshExpiresAt }) =>
    `The app renewed its tokens, and can do so again ${until(refreshExpiresAt)}.`,
  "AuthorizationEnded.v1": () => "The sign-in ended: the app's tokens are good no more.",
  "PersonLoginStarted.v1": ({ did, issuer }) =>
    `${did ?? "Somebody"} was sent to ${issuer} to show who they are, and see their own sign-ins.`,
  "PersonLoginReturned.v1": () => "The browser that began it came back from the personal data server.",
  "PersonLoginCompleted.v1": ({ did }) => `${did} proved to be whose sign-ins are to be seen.`,
  "PersonLoginFailed.v1": ({ did }) => `${did ?? "Somebody"} was not let in to see their own sign-ins.`,
  "PersonSignedIn.v1": ({ did, expiresAt }) =>
    `${did} signed in to see and end their own sign-ins, ${until(expiresAt)}.`,
  "PersonSignedOut.v1": () => "The person signed out of the page of their own sign-ins, or signed in anew.",
  "ClientRegistered.v1": registered,
  "ClientRegistered.v2": registered,
  "ClientUpdated.v1": ({ name }) => `The registration of the app "${name}" was changed.`,
  "ClientUpdated.v2": ({ name }) => `The registration of the app "${name}" was changed.`,
  "ClientSecretRotated.v1": ({ clientId }) => `The app ${clientId} was given another secret; the old one ended.`,
  "ClientLifetimesSet.v1": ({ accessToken, authorization, refreshToken }) =>
    `It was set how long what the app gets is good: ${lifetime("access tokens", accessToken)}, ${lifetime("refresh tokens", refreshToken)}, ${lifetime("sign-ins", authorization)}.`,
  "ClientAdministrationSet.v1": ({ clientId, mayAdminister }) =>
    mayAdminister
      ? `The app ${clientId} may administer from now on, for the accounts of ADMIN_DIDS that sign in to it.`
      : `The app ${clientId} may no longer administer.`,
  "ClientDeleted.v1": ({ clientId }) => `The app ${clientId} was removed for good.`,
  "ClientExpired.v1": ({ clientId }) =>
    `The app ${clientId} had registered itself, and nobody signed in to it for a day: its registration ended.`,
  "ClientDocumentRead.v1": ({ clientId, name }) => `The app "${name}" described itself at ${clientId}.`,
  "ClientAuthorizationsEnded.v1": ({ clientId, count }) =>
    `Every sign-in through the removed app ${clientId} has ended; ${plural(count, "was", "were")} still going on.`,
  "SessionEstablished.v1": ({ did, pds }) => `A session for ${did} was opened at ${pds}.`,
  "SessionRefreshStarted.v1": () => "The session at the personal data server was about to be renewed.",
  "SessionRefreshed.v1": ({ accessExpiresAt }) =>
    `The session at the personal data server was renewed, and is good ${until(accessExpiresAt)}.`,
  "SessionRefreshFailed.v1": () => "The session at the personal data server could not be renewed this time.",
  "SessionEnded.v1": () => "The session at the personal data server ended.",
  "SessionTokensArrivedLate.v1": () => "Tokens arrived for a session that had ended meanwhile; they are given back.",
  "SessionRevokedAtPds.v1": () => "The personal data server was told that the session is over, and heard it.",
  "SessionRevocationAbandoned.v1": () =>
    "The personal data server could not be told that the session is over, and nobody tries any more; its tokens are erased here.",
  "WriteRequested.v1": ({ action, uri }) => `The app asked to ${verbs[action]} ${uri}.`,
  "RecordWritten.v1": ({ cid, found, uri }) =>
    found
      ? `${uri} was ${written(cid)}, as the personal data server said when it was asked later.`
      : `${uri} was ${written(cid)}.`,
  "WrittenCidDiffered.v1": ({ uri }) =>
    `The personal data server stored another record at ${uri} than it was sent; what it stored counts.`,
  "WriteRejected.v1": ({ uri }) => `Nothing was written at ${uri}.`,
  "WriteOutcomeUnknown.v1": ({ uri }) =>
    `The personal data server did not say whether it wrote ${uri}; it is asked until that is known.`,
  "BlobUploaded.v1": ({ mimeType, size }) => `A file of ${plural(size, "byte", "bytes")} (${mimeType}) was uploaded.`,
  "BlobUploadFailed.v1": ({ mimeType }) => `A file (${mimeType}) was not uploaded.`,
  "RepositoryIndexed.v1": (event) => `${indexed(event)}.`,
  "RepositoryIndexed.v2": (event) => `${indexed(event)}${firstSkipped(event)}.`,
  "BackfillFailed.v1": ({ tries }) =>
    `The records of the account could not be indexed in ${plural(tries, "try", "tries")}; the next sign-in tries again.`,
  "LexiconsImported.v1": ({ ids }) => `A set of ${plural(ids.length, "Lexicon", "Lexicons")} came into force.`,
  "SetupTokenIssued.v1": ({ expiresAt, recovery }) =>
    `A one-time set-up token was made${recovery === true ? " on the command line" : ""}, good ${until(expiresAt)}.`,
  "SetupTokenUsed.v1": () => "A set-up token was used, and cannot be used again.",
  "AdminSignedIn.v1": ({ did, expiresAt }) =>
    did === null
      ? `Somebody came with a set-up token, and may sign in with an account ${until(expiresAt)}.`
      : `${did} signed in as an administrator, ${until(expiresAt)}.`,
  "AdminSessionUsed.v1": ({ usedAt }) => `The session of an administrator was in use at ${day(usedAt)} UTC.`,
  "AdminSignedOut.v1": () => "An administrator signed out, or signed in anew.",
  "AdminLoginStarted.v1": ({ did, issuer, setUpSession }) =>
    `${did ?? "Somebody"} was sent to ${issuer} to sign in as an administrator${setUpSession === null ? "" : ", with a set-up token"}.`,
  "AdminLoginReturned.v1": () => "The browser that began it came back from the personal data server.",
  "AdminLoginCompleted.v1": ({ did }) => `${did} proved to be who signs in as an administrator.`,
  "AdminLoginFailed.v1": ({ did }) => `${did ?? "Somebody"} was not let in as an administrator.`,
  "AdminAdded.v1": ({ addedBy, did, how }) =>
    `${did} became an administrator, ${addedBy === null ? becoming[how] : `added by ${addedBy}`}.`,
  "AdminRemoved.v1": ({ did }) => `${did} is an administrator no more.`,
  "IndexReset.v1": ({ records }) =>
    `An administrator deleted all indexed records, ${records} of them; they are indexed again.`,
  "SigningKeysSettled.v1": ({ before, keyIds }) =>
    before === null
      ? `The service signs with ${keyIds.length === 1 ? "the key" : "the keys"} ${keyIds.join(", ")}.`
      : `The service signs with ${keyIds.join(", ")} from now on; until now the keys were ${before.join(", ")}.`,
  "PublicUrlSettled.v1": ({ before, publicUrl }) =>
    `The address of this service is ${publicUrl}${before === null ? "" : `, and was ${before}`}.`
});
