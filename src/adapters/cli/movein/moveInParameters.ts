import { flag, repeated, required, textFor } from "../command/Parameter.ts";

export const database = {
  ...required(
    "<database>",
    textFor("database"),
    "The database of the other instance: the path of its SQLite file, or its postgres:// URL. It is only read."
  ),
  isPath: true
};

export const apply = flag("--apply", "Record what is taken. By default, it is only shown.");

export const backfill = flag(
  "--backfill",
  "With --apply: also start backfills of the accounts whose records the other instance indexed."
);

export const replaceLexicons = flag(
  "--replace-lexicons",
  "Let Lexicons of the other instance replace different active ones with the same id."
);

export const skipClient = repeated("--skip-client", textFor("client id"), "A client to leave out.");
