import type { BackfillTarget } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { identityRefusal } from "../../login/upstream/loginRefusals.ts";
import { type BackfillRefused, maxActorsAtOnce } from "./BackfillRequest.ts";
import type { BackfillNotRunning } from "./cancelBackfill.ts";

/** Names what a backfill covers. */
export const targetText = (target: BackfillTarget): string => {
  switch (target.kind) {
    case "actor":
      return target.dids.length === 1 ? target.dids[0] : `${target.dids.length} accounts`;
    case "collection":
      return target.collection;
    case "all":
      return "every repository";
  }
};

/** Says why a backfill cannot be started, and what to do. */
export const refusedText = ({ reason, subject }: BackfillRefused): string => {
  switch (reason) {
    case "no-actors":
      return "No account is named: give a handle or a DID.";
    case "too-many-actors":
      return `More than ${maxActorsAtOnce} accounts are named: start several backfills.`;
    case "actor-malformed":
      return `${subject} is not an account: give a handle such as alice.example.com, or a DID.`;
    case "collection-not-in-use":
      return `${subject} is not a collection in use: import its Lexicon first.`;
    case "no-relay":
      return "No host lists repositories: set RELAY_URL to a relay or a PDS, and restart the service.";
    case "did-method-unsupported":
      return `${subject} is not supported: only did:plc and did:web accounts have a repository.`;
    case "unreachable":
      return `${subject} cannot be resolved right now: try again later.`;
    default:
      return `${subject} cannot be resolved. ${identityRefusal[reason].description}.`;
  }
};

/** Says why a backfill cannot be cancelled. */
export const notRunningText = ({ id, reason }: BackfillNotRunning): string =>
  reason === "not-found" ? `There is no backfill ${id}.` : `The backfill ${id} has ended already.`;
