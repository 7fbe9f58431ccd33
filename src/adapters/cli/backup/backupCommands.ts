import { command } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { backupFolder, into, keep, restoredFolder, to, wal } from "./backupParameters.ts";

const manifestExample = {
  format: 1,
  tidemark: "0.20.0",
  startedAt: "2026-03-01T04:05:06.000Z",
  endedAt: "2026-03-01T04:05:09.000Z",
  server: {
    version: "18.4",
    embedded: true,
    systemIdentifier: "7400000000000000000",
    timeline: 1,
    start: "0/3000028",
    end: "0/3000158",
    walSegmentBytes: 16_777_216
  },
  log: { events: 1024, checkpoint: "tidemark.example.com/log\n1024\n…" },
  keys: { secrets: ["Yn3x…"], signing: ["kJ1…"], audit: "tidemark.example.com/log+dfa77225+AUeS…" },
  files: [{ name: "base.tar.gz", bytes: 8_000_000, sha256: "9f86…" }]
};

/** The commands that back up and restore the database. */
export const backupCommands = {
  backup: command({
    description:
      "Backs up the database into a new folder in this folder, while the service runs or not, without keys. What all backups share is beside it: the list of erasures, and the archives of old events. Works for the embedded database, and for a server at DATABASE_URL whose user may replicate; it then backs up all databases of the server.",
    parameters: [backupFolder, keep, json],
    examples: ["tidemark backup /mnt/backups", "tidemark backup /mnt/backups --keep 7"],
    jsonExample: {
      path: "/mnt/backups/backup-2026-03-01T04-05-06Z",
      manifest: manifestExample,
      archives: 0,
      removed: { backups: [], walFiles: 0 }
    },
    exits: { 1: "The backup is not complete. What was written of it is removed." },
    needsDatabase: true,
    load: async () => (await import("./backupCommand.ts")).backup
  }),
  restore: command({
    description:
      "Restores a backup as the embedded database in DATA_DIR, which must have none, or unpacks it for a PostgreSQL server of your own (--into). Verifies every file before it is used, recovers the latest state that the backup and the archived write-ahead log have, and names the keys that the data needs and this environment lacks. After a failure, nothing is restored.",
    parameters: [restoredFolder, to, wal, into, json],
    examples: [
      "tidemark restore /mnt/backups",
      "tidemark restore /mnt/backups --to 2026-03-01T12:30Z",
      "tidemark restore /mnt/backups --into /var/lib/postgresql/17/main"
    ],
    jsonExample: {
      backup: "/mnt/backups/backup-2026-03-01T04-05-06Z",
      manifest: manifestExample,
      walArchive: "/mnt/backups/wal",
      missingKeys: { secrets: [], signing: [], audit: null },
      folder: "/var/lib/tidemark",
      database: { events: 1031, lastChangeAt: "2026-03-01T12:29:58.000Z" }
    },
    exits: { 1: "Nothing was restored." },
    load: async () => (await import("./restoreCommand.ts")).restore
  })
};
