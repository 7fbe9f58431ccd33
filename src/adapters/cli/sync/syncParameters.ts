import { DeadLetterReason } from "../../../domain/sync/DeadLetters.ts";
import { flag, oneOf, optional, repeated, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const uri = required("<at-uri>", textFor("at-uri"), "The AT URI of the record, with a DID or a handle.");

export const accounts = repeated("<account>", textFor("account"), "The accounts to backfill: DIDs or handles.");

export const collection = optional(
  "--collection",
  textFor("nsid"),
  "Backfill every repository that has records of this collection, according to the relay."
);

export const all = flag("--all", "Backfill every repository that the relay, or the PDS, hosts.");

export const confirmBackfill = flag("--yes", "Start without the question that a terminal asks.");

export const detach = flag("--detach", "Start it, and do not wait for its end.");

export const backfillId = required("<id>", textFor("id"), "The backfill, as sync backfill printed it.");

/** Too many choices for the line of the usage. */
const reason = { ...oneOf(DeadLetterReason.literals), placeholder: "reason" };

/** The parameters that filter dead letters; one must match all that are given. */
export const letterFilters = {
  id: repeated("--id", wholeNumber("id", 1, Number.MAX_SAFE_INTEGER), "The dead letter; if repeated, any of them."),
  collection: optional("--collection", textFor("nsid"), "The collection of the record."),
  did: optional("--did", textFor("account"), "The account: a DID, or a handle that this instance knows."),
  reason: optional("--reason", reason, `The reason: ${DeadLetterReason.literals.join(", ")}.`)
};

export const limit = optional("--limit", wholeNumber("count", 1, 1_000), "How many to list; 50 by default.");

export const confirmDrop = flag("--yes", "Confirm that they are not tried again.");
