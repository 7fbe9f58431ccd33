import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import type { RestoreRequest } from "../../adapters/cli/backup/Backups.ts";
import { archivesFolder } from "../../adapters/configuration/archivesFolder.ts";
import { type FoundBackup, findBackup, sharedFolder } from "../../adapters/filesystem/backup/findBackup.ts";
import { addLines, copyArchives } from "../../adapters/filesystem/backup/sharedFiles.ts";
import { unpackBase } from "../../adapters/filesystem/backup/unpackBase.ts";
import { unpackServerFolder } from "../../adapters/filesystem/backup/unpackServerFolder.ts";
import { recoveredState } from "../../adapters/postgres/backup/recoveredState.ts";
import { clusterFolder } from "../../adapters/postgres/embedded/EmbeddedPostgres.ts";
import { recoverySettings } from "../../adapters/postgres/embedded/recoverySettings.ts";
import { restoreCluster } from "../../adapters/postgres/embedded/restoreCluster.ts";
import { storageLocation } from "../storageLocation.ts";
import { copyKept } from "./keptCheckpoints.ts";
import { missingKeys } from "./missingKeys.ts";
import { RestoreRefused } from "./RestoreRefused.ts";
import { sharedNames } from "./sharedNames.ts";

const walArchiveOf = Effect.fnUntraced(function* (backup: FoundBackup, { to, walArchive }: RestoreRequest) {
  const folder = resolve(walArchive ?? join(sharedFolder(backup), sharedNames.wal));
  if (existsSync(folder)) return folder;
  if (walArchive !== null || to !== null)
    return yield* new RestoreRefused({ reason: "no-wal-archive", detail: folder });
  return null;
});

/** Reads what a recovered database holds, and fails if that is less than the backup had. */
const inspect = ({ manifest }: FoundBackup) =>
  Effect.fnUntraced(function* (url: Redacted.Redacted) {
    const found = yield* recoveredState(url);
    if (found.events < manifest.log.events)
      return yield* new RestoreRefused({ reason: "log-shorter", detail: String(manifest.log.events) });
    return found;
  });

/** Restores a backup as the embedded database of this environment, or as the data folder of a server of one's own. */
export const restoreBackup = Effect.fnUntraced(function* (request: RestoreRequest) {
  const { auditArchives, databaseUrl, dataDir, walArchive: archive } = yield* storageLocation;
  const { into, to } = request;
  if (into === null && databaseUrl !== null) return yield* new RestoreRefused({ reason: "database-url", detail: "" });
  if (into === null && existsSync(clusterFolder(dataDir)))
    return yield* new RestoreRefused({ reason: "occupied", detail: dataDir });
  const backup = yield* findBackup(resolve(request.folder), to);
  const { keys, server } = backup.manifest;
  if (into === null && !server.embedded)
    return yield* new RestoreRefused({ reason: "own-server", detail: server.version });
  const walArchive = yield* walArchiveOf(backup, request);
  const target = { walArchive, time: to === null ? null : new Date(to).toISOString() };
  const restored = {
    backup: backup.path,
    manifest: backup.manifest,
    walArchive,
    missingKeys: yield* missingKeys(keys)
  };
  const shared = sharedFolder(backup);
  const copyShared = Effect.zipRight(
    Effect.zipRight(addLines(sharedNames.erasures, shared, dataDir), copyKept(shared, dataDir)),
    copyArchives(join(shared, sharedNames.archives), archivesFolder(auditArchives, dataDir))
  );
  if (into !== null) {
    yield* unpackServerFolder(backup, resolve(into), recoverySettings(target));
    yield* copyShared;
    return { ...restored, folder: resolve(into), database: null };
  }
  const database = yield* restoreCluster({
    dataDir,
    archive,
    target,
    unpack: (folder) => unpackBase(backup, folder),
    inspect: inspect(backup)
  });
  yield* copyShared;
  return { ...restored, folder: dataDir, database };
}, Effect.scoped);
