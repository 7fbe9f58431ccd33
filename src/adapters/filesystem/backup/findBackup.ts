import { access, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type BackupManifest, BackupManifestText } from "../../../domain/backup/BackupManifest.ts";
import { isBackupName } from "../../../domain/backup/backupName.ts";
import { BackupFolderError, damaged, unreadable } from "./BackupFolderError.ts";
import { backupFiles } from "./writeBackup.ts";

/** A complete backup. */
export interface FoundBackup {
  readonly path: string;
  readonly manifest: BackupManifest;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false
  );

const Format = Schema.parseJson(Schema.Struct({ format: Schema.Int }));

/** Reads the description of the backup in a folder. */
const readManifest = Effect.fnUntraced(function* (path: string) {
  const file = join(path, backupFiles.description);
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (cause) => unreadable(path, cause)
  });
  const { format } = yield* Effect.mapError(Schema.decode(Format)(text), () => damaged(path, backupFiles.description));
  if (format !== 1) return yield* new BackupFolderError({ reason: "other-format", path, detail: "" });
  return yield* Effect.mapError(Schema.decode(BackupManifestText)(text), () => damaged(path, backupFiles.description));
});

const namesIn = (folder: string) =>
  Effect.tryPromise({ try: () => readdir(folder), catch: (cause) => unreadable(folder, cause) });

/**
 * Finds a backup: `path` itself, or the newest in it; of those that were complete before `before` (Unix milliseconds), if
 * that is not null.
 */
export const findBackup = Effect.fnUntraced(function* (path: string, before: number | null) {
  if (yield* Effect.promise(() => exists(join(path, backupFiles.description))))
    return { path, manifest: yield* readManifest(path) } satisfies FoundBackup;
  const names = (yield* namesIn(path)).filter(isBackupName).toSorted().toReversed();
  for (const name of names) {
    const manifest = yield* readManifest(join(path, name));
    if (before === null || Date.parse(manifest.endedAt) <= before)
      return { path: join(path, name), manifest } satisfies FoundBackup;
  }
  return yield* new BackupFolderError({ reason: names.length > 0 ? "none-before" : "not-found", path, detail: "" });
});

/** Returns the folder that holds what backups share: a backup found by its own path lies in it. */
export const sharedFolder = ({ path }: FoundBackup): string => (isBackupName(basename(path)) ? dirname(path) : path);
