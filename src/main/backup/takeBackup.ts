import { join } from "node:path";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import manifest from "../../../package.json" with { type: "json" };
import type { BackupRequest } from "../../adapters/cli/backup/Backups.ts";
import { archivesFolder } from "../../adapters/configuration/archivesFolder.ts";
import { unwritable } from "../../adapters/filesystem/backup/BackupFolderError.ts";
import { pruneBackups } from "../../adapters/filesystem/backup/pruneBackups.ts";
import { addLines, copyArchives } from "../../adapters/filesystem/backup/sharedFiles.ts";
import { type BackupFiles, writeBackup } from "../../adapters/filesystem/backup/writeBackup.ts";
import { type BaseBackup, openBaseBackup } from "../../adapters/postgres/backup/baseBackup.ts";
import { nameInstance } from "../cli/nameInstance.ts";
import { embedded } from "../storage.ts";
import { storageLocation } from "../storageLocation.ts";
import { copyKept, keepLargest } from "./keptCheckpoints.ts";
import { sharedNames } from "./sharedNames.ts";

const now = Effect.map(Clock.currentTimeMillis, (time) => new Date(time).toISOString());

/** Copies the data folder of the server, and reports the progress. */
const copyServer = Effect.fnUntraced(function* (
  base: BaseBackup,
  { archive, manifest }: BackupFiles,
  onProgress: BackupRequest["onProgress"]
) {
  let copied = 0;
  const report = Effect.suspend(() => onProgress(copied, base.size));
  const onBytes = (bytes: number) => (copied += bytes);
  const copy = Effect.all(
    [base.take({ archive: archive.input, manifest: manifest.input, onBytes }), archive.done, manifest.done],
    { concurrency: "unbounded" }
  );
  return yield* Effect.raceFirst(copy, Effect.forever(Effect.delay(report, "250 millis")));
});

/** Copies what all backups of a folder share, and returns the number of archives that are new there. */
const copyShared = Effect.fnUntraced(function* (folder: string, checkpoint: string | null) {
  const { auditArchives, dataDir } = yield* storageLocation;
  yield* addLines(sharedNames.erasures, dataDir, folder);
  yield* copyKept(dataDir, folder);
  if (checkpoint !== null) {
    yield* Effect.mapError(keepLargest(folder, checkpoint), ({ cause }) => unwritable(folder, cause));
  }
  return yield* copyArchives(archivesFolder(auditArchives, dataDir), join(folder, sharedNames.archives));
});

/** Takes a backup of the database of this environment, while the service runs or not. */
export const takeBackup = Effect.fnUntraced(function* ({ folder, keep, onProgress }: BackupRequest) {
  yield* nameInstance;
  const location = yield* storageLocation;
  const { databaseUrl, walArchive } = location;
  const base = yield* openBaseBackup(databaseUrl ?? (yield* embedded({ ...location, purpose: "command" })));
  const startedAt = yield* now;
  let archives = 0;
  const taken = yield* writeBackup(folder, startedAt, (files) =>
    Effect.gen(function* () {
      const [server, archive, stated] = yield* copyServer(base, files, onProgress);
      // A backup without the newest list of erasures would bring back whom it has erased.
      archives = yield* copyShared(folder, base.log.checkpoint);
      return {
        format: 1 as const,
        tidemark: manifest.version,
        startedAt,
        endedAt: yield* now,
        server: { ...server, embedded: databaseUrl === null },
        log: base.log,
        keys: base.keys,
        files: [archive, stated]
      };
    })
  );
  const removed = keep === null ? { backups: [], walFiles: 0 } : yield* pruneBackups(folder, keep, walArchive);
  return { ...taken, archives, removed };
}, Effect.scoped);
