import * as Effect from "effect/Effect";
import { GraphQLError } from "graphql";
import { AccountUnknown } from "../../../application/accounts/findAccount.ts";
import { RemovalNotConfirmed } from "../../../application/accounts/removeAccountRecords.ts";
import { RoleRequired } from "../../../application/admin/RoleRequired.ts";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { ClientManager } from "../../../application/clients/registration/ClientManager.ts";
import { NotConfirmed } from "../../../application/instance/resetIndex.ts";
import { accountHint, hintText } from "../../../application/login/identity/accountHints.ts";
import { identityRefusal } from "../../../application/login/upstream/loginRefusals.ts";
import { BrowseRefused } from "../../../application/records/browse/BrowseRefused.ts";
import { ReportedPersonErased } from "../../../application/reports/resolveReport.ts";
import { BackfillRefused } from "../../../application/sync/backfill/BackfillRequest.ts";
import { directoryText, notRunningText, refusedText } from "../../../application/sync/backfill/backfillText.ts";
import { BackfillNotRunning } from "../../../application/sync/backfill/cancelBackfill.ts";
import { RecordUriRefused } from "../../../application/sync/explain/readRecordUri.ts";
import { StatementRefused } from "../../../application/verify/reportVerification.ts";
import { WebhookRefused } from "../../../application/webhook/WebhookRefused.ts";
import { AdminUnchanged } from "../../../domain/administration/Admins.ts";
import { UnreadableAccount } from "../../../domain/atproto/NamedAccount.ts";
import { AuditUnavailable } from "../../../domain/audit/AuditTrail.ts";
import { InvalidAuditFilter } from "../../../domain/audit/InvalidAuditFilter.ts";
import { InvalidLifetimes } from "../../../domain/client/ClientLifetimes.ts";
import { InvalidClient } from "../../../domain/client/registration/ClientProposal.ts";
import { ClientNotFound } from "../../../domain/client/registration/decideClient.ts";
import {
  ClientHasNoOldSecret,
  ClientHoldsNoSecret,
  InvalidOverlap
} from "../../../domain/client/registration/decideSecret.ts";
import { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { StreamContended } from "../../../domain/event/StreamContended.ts";
import { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { LabelRefused } from "../../../domain/label/LabelRefused.ts";
import { InvalidLexicons } from "../../../domain/lexicon/parse/InvalidLexicons.ts";
import { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import { ReportClosed, ReportNotFound } from "../../../domain/report/Report.ts";
import { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { DirectoryUnavailable } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import type { AdminContext, AdminServices } from "./AdminContext.ts";
import { InvalidPage } from "./page/pageOf.ts";
import { refuseRole } from "./roles/refuseRole.ts";

const error = (message: string, code: string, more: Readonly<Record<string, unknown>> = {}) =>
  new GraphQLError(message, { extensions: errorExtensions(code, more) });

const unavailable = [EventLogUnavailable, StorageUnavailable, RecordIndexUnavailable];

const queryFailed = ({ reason }: RecordIndexUnavailable): GraphQLError => {
  switch (reason) {
    case "timeout":
      return error("The query took too long. Restrict it to an author, or sort it by the time of indexing.", "TIMEOUT");
    case "too-large":
      return error("The records are too large to be returned together. Ask for fewer with first.", "BAD_USER_INPUT");
    default:
      return error("The index cannot be read right now. Try again later.", "UNAVAILABLE");
  }
};

/** Returns the message of a failed use case for an admin. Unknown errors are not disclosed. */
export const adminError = (failure: unknown): GraphQLError => {
  if (failure instanceof InvalidClient) return error(failure.message, "BAD_USER_INPUT", { faults: failure.faults });
  if (failure instanceof InvalidLifetimes || failure instanceof InvalidOverlap)
    return error(failure.message, "BAD_USER_INPUT");
  if (failure instanceof InvalidAuditFilter) {
    return error(`${failure.message}.`, "BAD_USER_INPUT", { argument: failure.argument });
  }
  if (failure instanceof AuditUnavailable) {
    return error(`${failure.message}.`, failure.reason === "timeout" ? "TIMEOUT" : "UNAVAILABLE");
  }
  if (failure instanceof ClientNotFound) return error(`No client has the id ${failure.clientId}.`, "NOT_FOUND");
  if (failure instanceof ClientHoldsNoSecret) {
    return error("A public client holds no secret. Register a confidential one instead.", "BAD_USER_INPUT");
  }
  if (failure instanceof ClientHasNoOldSecret) {
    return error("The client has no old secret: only its newest secret is accepted.", "BAD_USER_INPUT");
  }
  if (failure instanceof InvalidLexicons) {
    const faults = failure.faults.map(({ file, path, reason }) => ({ file, path, reason }));
    return error(failure.message, "BAD_USER_INPUT", { faults });
  }
  if (failure instanceof StatementRefused) return error(`${failure.message}.`, "BAD_USER_INPUT");
  if (failure instanceof BrowseRefused)
    return error(failure.message, failure.argument === "collection" ? "NOT_FOUND" : "BAD_USER_INPUT", {
      argument: failure.argument
    });
  if (failure instanceof RecordIndexUnavailable && failure.operation === "query") return queryFailed(failure);
  if (failure instanceof AccountUnknown)
    return error(failure.message, failure.reason === "not-known" ? "NOT_FOUND" : "BAD_USER_INPUT");
  if (failure instanceof RemovalNotConfirmed) return error(failure.message, "BAD_USER_INPUT");
  if (failure instanceof AdminUnchanged || failure instanceof NotConfirmed || failure instanceof InvalidPage)
    return error(failure.message, "BAD_USER_INPUT");
  if (failure instanceof LabelRefused)
    return error(failure.message, failure.reason === "no-active-label" ? "NOT_FOUND" : "BAD_USER_INPUT");
  if (failure instanceof ReportNotFound) return error(failure.message, "NOT_FOUND");
  if (failure instanceof ReportClosed) {
    const { at, by, status } = failure;
    return error(failure.message, "CONFLICT", {
      status: status.toUpperCase(),
      resolvedBy: by,
      resolvedAt: new Date(at).toISOString()
    });
  }
  if (failure instanceof ReportedPersonErased) return error(failure.message, "BAD_USER_INPUT");
  if (failure instanceof UnreadableAccount) return error(hintText(accountHint(failure)), "NOT_FOUND");
  if (failure instanceof IdentityUnresolvable)
    return failure.reason === "unreachable"
      ? error(identityRefusal.unreachable.description, "UNAVAILABLE")
      : error(`${identityRefusal[failure.reason].description}.`, "NOT_FOUND");
  if (failure instanceof BackfillRefused)
    return error(refusedText(failure), failure.reason === "unreachable" ? "UNAVAILABLE" : "BAD_USER_INPUT");
  if (failure instanceof DirectoryUnavailable) return error(directoryText(failure), "UNAVAILABLE");
  if (failure instanceof BackfillNotRunning)
    return error(notRunningText(failure), failure.reason === "not-found" ? "NOT_FOUND" : "BAD_USER_INPUT");
  if (failure instanceof RecordUriRefused)
    return error(failure.message, failure.reason === "unreachable" ? "UNAVAILABLE" : "BAD_USER_INPUT");
  if (failure instanceof WebhookRefused)
    return error(failure.message, failure.reason === "unknown-message" ? "NOT_FOUND" : "BAD_USER_INPUT");
  if (failure instanceof StreamContended) return error(failure.message, "UNAVAILABLE");
  if (unavailable.some((kind) => failure instanceof kind))
    return error("The service cannot store anything right now.", "UNAVAILABLE");
  return error("Something went wrong here.", "INTERNAL");
};

const forbidden = ({ session, signedIn }: AdminContext) =>
  session?._tag === "SetUp"
    ? error("Sign in with the account that is to be an admin first, at /settings.", "FORBIDDEN")
    : error(
        "This is for admins. Sign in at /settings; an app administers only where an admin or the operator set mayAdminister for its OAuth client, and only for accounts of ADMIN_DIDS.",
        signedIn ? "FORBIDDEN" : "UNAUTHENTICATED"
      );

/** Runs a use case for the calling admin, or rejects a caller who is not an admin. */
export const asAdmin = <A>(
  context: AdminContext,
  use: (manager: ClientManager) => Effect.Effect<A, unknown, AdminServices>
): Promise<A> =>
  context.admin === null
    ? Promise.reject(forbidden(context))
    : context.run(
        use({ _tag: "Admin", ...context.admin }).pipe(
          Effect.catchIf((failure) => failure instanceof RoleRequired, refuseRole),
          Effect.mapError((failure) => (failure instanceof GraphQLError ? failure : adminError(failure)))
        )
      );
