import { identityRefusal } from "../../../application/login/upstream/loginRefusals.ts";
import type { AdminUnchanged } from "../../../domain/administration/Admins.ts";
import type { UnreadableAccount } from "../../../domain/atproto/NamedAccount.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../domain/event/StreamContended.ts";
import type { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { badUsage, type CommandFailed, failure, unavailable } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";

/** The account is neither a DID nor a handle that is known here. */
export const unknownAccount = badUsage(
  "<did|handle> names no account that is known here: use the DID of the account, as tidemark admins list shows it"
);

type AdminError =
  | AdminUnchanged
  | UnreadableAccount
  | IdentityUnresolvable
  | StreamContended
  | EventLogUnavailable
  | StorageUnavailable
  | RecordIndexUnavailable;

/** Translates why the admins stay as they are into the failure of a command. */
export const adminFailure = (error: AdminError): CommandFailed => {
  switch (error._tag) {
    case "AdminUnchanged":
      return failure(error.reason, error.message.replace(/\.$/, ""));
    case "UnreadableAccount":
      return badUsage("<did|handle> must be a handle, such as alice.example.com, or a DID");
    case "IdentityUnresolvable": {
      const text = `${error.subject}: ${identityRefusal[error.reason].description}`;
      return error.reason === "unreachable" ? unavailable(text) : failure(error.reason, text);
    }
    default:
      return explainFailure(error);
  }
};
