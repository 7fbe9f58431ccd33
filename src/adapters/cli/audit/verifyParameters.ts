import { atLeastOne, file, optional, repeated, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const exportFile = optional(
  "<file>",
  file,
  "An export (ndjson) to verify without the database, or - for standard input; by default, the database is verified."
);

export const key = repeated(
  "--key",
  textFor("vkey"),
  "A verifier key of the log, which is a line of /log/key, or a file of such lines. By default, the database is verified with the keys that it names; for a file, this option must be given."
);

export const databaseKey = repeated(
  "--key",
  textFor("vkey"),
  "A verifier key of the log, which is a line of /log/key, or a file of such lines. By default, the keys that the database names."
);

export const trustedKey = atLeastOne(
  "--key",
  textFor("vkey"),
  "A verifier key of the log that you trust, which is a line of /log/key, or a file of such lines."
);

export const checkpoint = repeated("--checkpoint", file, "A checkpoint that you kept, which must still hold.");

const maxSkew = 31_536_000;

export const skew = optional(
  "--skew",
  wholeNumber("seconds", 0, maxSkew),
  "By how many seconds the time of events may go back, as between processes whose clocks differ; by default 300."
);

export const provenEvent = required("<event>", textFor("event"), "The event: its position or its id.");

export const out = optional("--out", file, "The file to write; by default, the proof is printed.");

export const proofFile = required("<file>", file, "The proof (.tlog-proof), or - for standard input.");

export const eventLine = optional(
  "--event",
  textFor("line"),
  "The line of the event in an export, or a file that has it."
);

export const olderCheckpoint = required(
  "<old-checkpoint>",
  file,
  "A file with the checkpoint that you kept, or - for standard input."
);
