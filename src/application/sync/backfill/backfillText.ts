import type { BackfillTarget } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import type { DirectoryUnavailable } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
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

const directorySentences: Readonly<Record<DirectoryUnavailable["reason"], string>> = {
  "not-configured": "No host lists repositories: set RELAY_URL to a relay or a PDS, and restart the service.",
  unreachable: "The host at RELAY_URL could not be reached: try again later.",
  "rate-limited": "The host at RELAY_URL limits requests: try again later.",
  "server-error": "The host at RELAY_URL reported an internal error: try again later.",
  refused: "The host at RELAY_URL does not list these repositories: set RELAY_URL to a relay that does.",
  malformed: "The host at RELAY_URL sent an invalid list of repositories: set RELAY_URL to another relay."
};

/** Says why a backfill cannot be started, and what to do. */
export const refusedText = ({ meant, reason, subject }: BackfillRefused): string => {
  switch (reason) {
    case "no-actors":
      return "No account is named: give a handle or a DID.";
    case "too-many-actors":
      return `More than ${maxActorsAtOnce} accounts are named: start several backfills.`;
    case "actor-malformed":
      return `${subject} is not an account: give a handle such as alice.example.com, or a DID.`;
    case "collection-not-in-use":
      return meant === null
        ? `${subject} is not a collection in use: import its Lexicon first.`
        : `${subject} is not a collection in use; did you mean ${meant}?`;
    case "no-relay":
      return directorySentences["not-configured"];
    case "did-method-unsupported":
      return `${subject} is not supported: only did:plc and did:web accounts have a repository.`;
    case "unreachable":
      return `${subject} cannot be resolved right now: try again later.`;
    default:
      return `${subject} cannot be resolved. ${identityRefusal[reason].description}.`;
  }
};

/** Says why repositories cannot be listed, and what to do. */
export const directoryText = ({ reason }: DirectoryUnavailable): string => directorySentences[reason];

/** Says why a backfill cannot be cancelled. */
export const notRunningText = ({ id, reason }: BackfillNotRunning): string =>
  reason === "not-found" ? `There is no backfill ${id}.` : `The backfill ${id} has ended already.`;
