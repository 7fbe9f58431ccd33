import type { RoleRequired } from "../../../application/admin/RoleRequired.ts";
import type { AuditUnavailable } from "../../../domain/audit/AuditTrail.ts";
import type { InvalidLifetimes } from "../../../domain/client/ClientLifetimes.ts";
import type { InvalidClient } from "../../../domain/client/registration/ClientProposal.ts";
import type { ClientNotFound } from "../../../domain/client/registration/decideClient.ts";
import type {
  ClientHasNoOldSecret,
  ClientHoldsNoSecret,
  InvalidOverlap
} from "../../../domain/client/registration/decideSecret.ts";
import type { CursorBeyondHead, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../domain/event/StreamContended.ts";
import type { InvalidLexicons } from "../../../domain/lexicon/parse/InvalidLexicons.ts";
import type { RebuildRefused } from "../../../domain/projection/RebuildRefused.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { badUsage, CommandFailed, failure, unavailable } from "../command/CommandFailed.ts";
import { exitCode } from "../command/exitCode.ts";

/** The errors of the use cases that commands run. */
type UseCaseError =
  | InvalidClient
  | ClientNotFound
  | ClientHoldsNoSecret
  | ClientHasNoOldSecret
  | InvalidOverlap
  | InvalidLifetimes
  | InvalidLexicons
  | AuditUnavailable
  | EventLogUnavailable
  | StreamContended
  | CursorBeyondHead
  | StorageUnavailable
  | RecordIndexUnavailable
  | RebuildRefused
  | RoleRequired;

const optionOf = {
  name: "--name",
  type: "--type",
  redirectUris: "--redirect-uri",
  scope: "--scope",
  tokenEndpointAuthMethod: "--auth-method",
  grantTypes: "grant types",
  jwks: "--jwks",
  jwksUri: "--jwks-uri",
  mayAdminister: "--may-administer",
  dpopBoundAccessTokens: "DPoP"
};

const invalidClient = ({ faults }: InvalidClient): CommandFailed =>
  new CommandFailed({
    exitCode: exitCode.usage,
    lines: faults.map(({ field, message }) => `${optionOf[field]}: ${message}`),
    json: { error: "invalid_client", faults }
  });

const invalidLexicons = ({ faults, message }: InvalidLexicons): CommandFailed =>
  new CommandFailed({
    exitCode: exitCode.failure,
    lines: message.split("\n"),
    json: { error: "invalid_lexicons", faults }
  });

const withoutKeys =
  "The personal parts of events are encrypted, and this environment lacks the keys: set OAUTH_SIGNING_KEY and SECRET_KEY_BASE as for the service (in development, start the service once, which generates them in DATA_DIR)";

/** Whether the key of a person cannot be opened or made. Other unreadable events have a cause of another name. */
const isWithoutKeys = ({ cause, reason }: EventLogUnavailable): boolean =>
  reason === "unreadable" &&
  typeof cause === "object" &&
  cause !== null &&
  "_tag" in cause &&
  cause._tag === "SubjectKeySealed";

const notResponding = (error: UseCaseError): CommandFailed =>
  unavailable("The database did not respond; check whether the change was made before you try again", error);

/** Translates the error of a use case into the failure of a command: one line per field that is wrong. */
export const explainFailure = (error: UseCaseError): CommandFailed => {
  switch (error._tag) {
    case "InvalidClient":
      return invalidClient(error);
    case "ClientNotFound":
      return failure(
        "client_not_found",
        `There is no client ${error.clientId}; tidemark clients list shows all clients`
      );
    case "ClientHoldsNoSecret":
      return failure(
        "client_holds_no_secret",
        `The client ${error.clientId} is public, and public clients have no secret`
      );
    case "ClientHasNoOldSecret":
      return failure(
        "client_has_no_old_secret",
        `The client ${error.clientId} has no old secret: only its newest secret is accepted`
      );
    case "InvalidOverlap":
      return badUsage(`--keep-old: ${error.message}`);
    case "InvalidLifetimes":
      return new CommandFailed({
        exitCode: exitCode.usage,
        lines: [`--${error.member.replace("Token", "-token")}: ${error.message}`],
        json: { error: "invalid_lifetimes", member: error.member }
      });
    case "InvalidLexicons":
      return invalidLexicons(error);
    case "AuditUnavailable":
      return unavailable(error.message, error);
    case "EventLogUnavailable":
      return isWithoutKeys(error) ? failure("keys_missing", withoutKeys, error) : notResponding(error);
    case "StorageUnavailable":
    case "RecordIndexUnavailable":
      return notResponding(error);
    case "StreamContended":
      return unavailable(error.message, error);
    case "RoleRequired":
      return failure("role_required", error.message);
    case "RebuildRefused":
      return unavailable(error.message);
    case "CursorBeyondHead":
      return unavailable(
        "The event log became shorter while it was read, as it does when a backup is restored; try again"
      );
  }
};
