import { join } from "node:path";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import manifest from "../../../package.json" with { type: "json" };
import type { BackupRequest } from "../../adapters/cli/backup/Backups.ts";
import { archivesFolder } from "../../adapters/configuration/archivesFolder.ts";
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

/** Takes a backup of the database of this environment, while the service runs or not. */
export const takeBackup = Effect.fnUntraced(function* ({ folder, keep, onProgress }: BackupRequest) {
  yield* nameInstance;
  const location = yield* storageLocation;
  const { dataDir, databaseUrl, walArchive } = location;
  const base = yield* openBaseBackup(databaseUrl ?? (yield* embedded({ ...location, purpose: "command" })));
  const startedAt = yield* now;
  const taken = yield* writeBackup(folder, startedAt, (files) =>
    Effect.gen(function* () {
      const [server, archive, stated] = yield* copyServer(base, files, onProgress);
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
  yield* addLines(sharedNames.erasures, dataDir, folder);
  yield* copyKept(dataDir, folder);
  const { checkpoint } = taken.manifest.log;
  if (checkpoint !== null) yield* keepLargest(folder, checkpoint);
  const archives = yield* copyArchives(
    archivesFolder(location.auditArchives, dataDir),
    join(folder, sharedNames.archives)
  );
  const removed = keep === null ? { backups: [], walFiles: 0 } : yield* pruneBackups(folder, keep, walArchive);
  return { ...taken, archives, removed };
}, Effect.scoped);
