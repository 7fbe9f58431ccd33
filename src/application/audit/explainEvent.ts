import type { AdminLoginFailed } from "../../domain/administration/AdministrationEvent.ts";
import type { LoginFailed } from "../../domain/authorization/AuthorizationEvent.ts";
import { endSentence } from "../../domain/authorization/end/EndReason.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import { identityRefusal, loginRefusal, upstreamRefusal } from "../login/upstream/loginRefusals.ts";
import {
  abortSentences,
  backfillSentences,
  codeSentences,
  gapSentences,
  givenUpSentences,
  refreshSentences,
  revocationSentences,
  unknownOutcomeSentences,
  uploadSentences,
  writeSentences
} from "./failureSentences.ts";

const refusalOf = (refusals: Readonly<Record<string, { readonly description: string }>>, reason: string | undefined) =>
  reason !== undefined && Object.hasOwn(refusals, reason) ? (refusals[reason]?.description ?? null) : null;

/** Explains a failed login: what the account's documents or its PDS did, if known, and otherwise the reason. */
const explainLogin = ({ detail, reason }: Pick<LoginFailed, "reason" | "detail">): string => {
  const meaning = loginRefusal[reason].description;
  const cause = refusalOf(reason === "identity-unresolvable" ? identityRefusal : upstreamRefusal, detail);
  const isAll =
    reason === "identity-unresolvable" || reason === "upstream-refused" || reason === "upstream-unavailable";
  if (cause === null || cause === meaning) return `${meaning}.`;
  return isAll ? `${cause}.` : `${meaning}: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}.`;
};

const explainAdminLogin = ({ detail, reason }: AdminLoginFailed): string => {
  if (reason === "not-admin") return "The account is not an administrator.";
  if (reason === "set-up-over")
    return "The setup token was no longer valid: it had expired, or another account had become the first administrator.";
  return explainLogin({ reason, ...(detail !== undefined && { detail }) });
};

/** Explains in one sentence why something was refused, failed or ended; null for an event that reports success. */
export const explainEvent = (event: DomainEvent): string | null => {
  switch (event._tag) {
    case "LoginFailed.v1":
    case "PersonLoginFailed.v1":
      return explainLogin(event);
    case "AdminLoginFailed.v1":
      return explainAdminLogin(event);
    case "ClientDeclined.v1":
      return "The user declined the app on the consent page.";
    case "CodeRefused.v1":
      return codeSentences[event.reason];
    case "AuthorizationEnded.v1":
    case "SessionEnded.v1":
      return endSentence[event.reason];
    case "SessionRefreshFailed.v1":
      return refreshSentences[event.reason];
    case "SessionRevocationAbandoned.v1":
      return revocationSentences[event.reason];
    case "WriteRejected.v1":
      return writeSentences[event.reason];
    case "WriteOutcomeUnknown.v1":
      return unknownOutcomeSentences[event.reason];
    case "BlobUploadFailed.v1":
      return uploadSentences[event.reason];
    case "BackfillFailed.v1":
      return backfillSentences[event.reason];
    case "SyncGapFound.v1":
      return gapSentences[event.reason];
    case "BackfillAborted.v1":
      return abortSentences[event.reason];
    case "WebhookDeliveryGivenUp.v1":
      return givenUpSentences[event.reason];
    case "WrittenCidDiffered.v1":
      return "The server changed the record before storing it, as some servers do.";
    case "LogVerificationFailed.v1":
      return `Position ${event.badPosition}: ${event.part}: ${event.detail}.`;
    default:
      return withoutReason(event);
  }
};

/** An event with a reason that is not explained above fails to compile here. */
const withoutReason = (_event: WithoutReason): null => null;
type WithoutReason = Exclude<DomainEvent, { readonly reason: unknown }>;
