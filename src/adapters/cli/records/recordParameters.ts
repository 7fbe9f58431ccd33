import { oneOf, optional, repeated, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const collection = optional(
  "--collection",
  textFor("nsid"),
  "The collection whose records to list; without it, the collections are listed."
);

export const author = optional(
  "--author",
  textFor("account"),
  "Only records of this account: a DID, or a known handle."
);

export const rkey = optional(
  "--key",
  textFor("record-key"),
  "Only the record with this key, or those that begin with it."
);

export const where = repeated(
  "--where",
  textFor("condition"),
  "A condition on a property: status=🦋, status~wave (contains), createdAt>=2026-01-31, createdAt<=2026-02-28, pinnedPost (present) or !pinnedPost (absent). All must hold."
);

export const scope = optional("--show", oneOf(["visible", "all", "hidden"]), "Which records: visible ones by default.");

export const limit = optional("--limit", wholeNumber("count", 1, 200), "How many to list; 20 by default.");

export const uri = required("<at-uri>", textFor("at-uri"), "The AT URI of the record, with a DID or a handle.");
