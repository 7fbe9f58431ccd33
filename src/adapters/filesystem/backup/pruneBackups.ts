import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { isBackupName } from "../../../domain/backup/backupName.ts";
import { expiredBackups } from "../../../domain/backup/expiredBackups.ts";
import { precedesSegment, walSegment } from "../../../domain/backup/walSegment.ts";
import { type BackupFolderError, unwritable } from "./BackupFolderError.ts";
import { findBackup } from "./findBackup.ts";
import { draftName } from "./writeBackup.ts";

/** A backup that is removed in part no longer has the name of a backup. */
const removeBackup = async (folder: string, name: string): Promise<void> => {
  const draft = join(folder, draftName(name));
  await rename(join(folder, name), draft);
  await rm(draft, { recursive: true, force: true });
};

/** What was removed from a folder of backups. */
export interface Pruned {
  readonly backups: ReadonlyArray<string>;
  readonly walFiles: number;
}

/**
 * Removes all but the newest backups of a folder, and from the archive of the write-ahead log what precedes the oldest
 * backup that is left. Null for the archive if there is none.
 */
export const pruneBackups = Effect.fnUntraced(function* (
  folder: string,
  keep: number,
  walArchive: string | null
): Effect.fn.Return<Pruned, BackupFolderError> {
  const on = <A>(path: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => unwritable(path, cause) });
  const names = (yield* on(folder, () => readdir(folder))).filter(isBackupName);
  const backups = expiredBackups(names, keep);
  yield* Effect.forEach(backups, (name) => on(folder, () => removeBackup(folder, name)));
  const oldest = names.filter((name) => !backups.includes(name)).toSorted()[0];
  if (walArchive === null || oldest === undefined) return { backups, walFiles: 0 };
  const { server } = (yield* findBackup(join(folder, oldest), null)).manifest;
  const first = walSegment(server.start, server.timeline, server.walSegmentBytes);
  const files = (yield* on(walArchive, () => readdir(walArchive))).filter((file) => precedesSegment(file, first));
  yield* Effect.forEach(files, (file) => on(walArchive, () => rm(join(walArchive, file), { force: true })));
  return { backups, walFiles: files.length };
});
