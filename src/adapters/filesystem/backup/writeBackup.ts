import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Transform, type TransformCallback, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type BackupManifest, BackupManifestText } from "../../../domain/backup/BackupManifest.ts";
import { backupName } from "../../../domain/backup/backupName.ts";
import { syncFolder } from "../syncFolder.ts";
import { writeSynced } from "../writeSynced.ts";
import { type BackupFolderError, unwritable } from "./BackupFolderError.ts";

/** A file of a backup that is being written. */
interface WrittenFile {
  /** What is written here ends up in the file. */
  readonly input: Writable;
  /** Completes when the file is on disk, and fails if it cannot be written. */
  readonly done: Effect.Effect<BackupManifest["files"][number], BackupFolderError>;
}

/** The files of a backup that is being written. */
export interface BackupFiles {
  readonly archive: WrittenFile;
  readonly manifest: WrittenFile;
}

/** The names of the files in the folder of a backup. */
export const backupFiles = { archive: "base.tar.gz", manifest: "backup_manifest", description: "backup.json" } as const;

const draftSuffix = ".partial";

/** Returns the name of the folder of a backup that is not complete. */
export const draftName = (name: string): string => `.${name}${draftSuffix}`;

/** A backup that is running writes all the time. */
const abandonedAfterMs = 3_600_000;

/** Measures the bytes that pass. */
class Measure extends Transform {
  readonly #hash = createHash("sha256");
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#bytes += chunk.length;
    this.#hash.update(chunk);
    callback(null, chunk);
  }

  result(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

/** Writes a file of the draft of a backup in `folder`, which errors name: the draft is removed. */
const writeFileThrough = (folder: string, draft: string, name: string, filter: Transform): WrittenFile => {
  const path = join(draft, name);
  const input = new PassThrough();
  const measure = new Measure();
  const written = pipeline(input, filter, measure, createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
  // Who waits for the file gets its failure. Nobody waits if the backup has failed before.
  written.catch(() => undefined);
  const done = Effect.tryPromise({
    try: () => written.then(() => ({ name, ...measure.result() })),
    catch: (cause) => unwritable(folder, cause)
  });
  return { input, done };
};

/** Removes what killed backups left. */
const removeAbandoned = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(".backup-") || !name.endsWith(draftSuffix)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(join(path, backupFiles.archive)).catch(() => stat(path));
    if (now - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
};

/**
 * Writes a backup into a new folder in `folder`, and returns the path. `fill` writes the files and returns the rest of the
 * description. The folder has its name only when everything is on disk; after a failure there is none.
 */
export const writeBackup = <E, R>(
  folder: string,
  startedAt: string,
  fill: (files: BackupFiles) => Effect.Effect<BackupManifest, E, R>
): Effect.Effect<{ readonly path: string; readonly manifest: BackupManifest }, E | BackupFolderError, R> => {
  const name = backupName(startedAt);
  const path = join(folder, name);
  const draft = join(folder, draftName(name));
  const on = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => unwritable(folder, cause) });
  const discard = Effect.promise(() => rm(draft, { recursive: true, force: true }).catch(() => undefined));
  return Effect.gen(function* () {
    yield* on(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeAbandoned(folder, Date.parse(startedAt));
      await mkdir(draft, { mode: 0o700 });
    });
    const archive = writeFileThrough(folder, draft, backupFiles.archive, createGzip({ level: 1 }));
    const manifest = writeFileThrough(folder, draft, backupFiles.manifest, new PassThrough());
    return yield* Effect.gen(function* () {
      const description = yield* fill({ archive, manifest });
      yield* on(async () => {
        const text = `${Schema.encodeSync(BackupManifestText)(description)}\n`;
        await writeSynced(join(draft, backupFiles.description), text, "wx");
        await syncFolder(draft);
        await rename(draft, path);
        await syncFolder(folder);
      });
      return { path, manifest: description };
    }).pipe(
      Effect.onError(() => {
        archive.input.destroy();
        manifest.input.destroy();
        return discard;
      })
    );
  });
};
