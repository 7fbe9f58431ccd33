import { flag, oneOf, optional, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const account = required("<account>", textFor("account"), "The DID of the account, or its handle.");

export const search = optional("--search", textFor("text"), "Part of a handle, or the beginning of a DID.");

export const state = optional(
  "--state",
  oneOf(["signed-in", "never-signed-in", "hidden"]),
  "Only accounts in this state; all of them by default."
);

export const limit = optional("--limit", wholeNumber("count", 1, 1_000), "How many to list; 50 by default.");

export const confirmRemoval = flag("--yes", "Confirm that the records are removed from the index.");
