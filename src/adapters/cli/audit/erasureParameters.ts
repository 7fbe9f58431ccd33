import { flag, optional, required, textFor } from "../command/Parameter.ts";

export const person = required(
  "<did|handle>",
  textFor("what"),
  "The DID of the account, or a handle that is known here."
);

export const erasureReason = optional(
  "--reason",
  textFor("text"),
  "Why, for the history. Do not name the person: the text stays in the log."
);

export const confirmErasure = flag("--yes", "Confirm that the person is erased permanently.");

export const undo = flag("--undo", "Explains why an erasure cannot be undone.");
