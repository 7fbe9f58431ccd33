import { optional, path, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const backupFolder = required(
  "<folder>",
  path,
  "The folder of the backups. It is created if it does not exist. Use another disk or machine than that of the database."
);

export const keep = optional(
  "--keep",
  wholeNumber("number", 1, 10_000),
  "Remove all but this many of the newest backups, and the archived write-ahead log that only those needed."
);

export const restoredFolder = required(
  "<folder>",
  path,
  "The folder that tidemark backup was given, whose newest backup is restored, or one backup in it."
);

export const to = optional(
  "--to",
  textFor("time"),
  "Restore the state of this time instead of the latest, such as 2026-03-01T12:30Z or 30m. It needs an archive of the write-ahead log."
);

export const wal = optional(
  "--wal",
  path,
  "The archive of the write-ahead log, which WAL_ARCHIVE names; by default wal in the folder of the backups, if there is one."
);

export const into = optional(
  "--into",
  path,
  "Unpack the data folder of a PostgreSQL server of your own here, instead of the embedded database. The folder must be empty."
);
