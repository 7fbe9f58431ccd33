import { oneOf, optional, textFor, wholeNumber } from "../command/Parameter.ts";

export const status = optional(
  "--status",
  oneOf(["open", "resolved", "dismissed"]),
  "Only reports in this state; all of them by default."
);

export const did = optional(
  "--did",
  textFor("account"),
  "Only reports of this account and its records: a DID, or a handle that this instance knows."
);

export const limit = optional("--limit", wholeNumber("count", 1, 1_000), "How many to list; 50 by default.");
