import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { ArchiveFiles, ArchiveUnavailable } from "../../domain/retention/ArchiveFiles.ts";
import { archiveFileName, isArchiveFileName } from "../../domain/retention/archiveFileName.ts";
import { isMissingFile } from "./isMissingFile.ts";
import { syncFolder } from "./syncFolder.ts";

const openNew = async (folder: string, path: string): Promise<FileHandle> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
};

const closeAndRemove = async (handle: FileHandle, path: string): Promise<void> => {
  await handle.close();
  await rm(path, { force: true });
};

const makeArchiveFiles = (folder: string): ArchiveFiles["Type"] => {
  const on = <A>(reason: ArchiveUnavailable["reason"], file: string, run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) =>
        new ArchiveUnavailable({ reason: isMissingFile(cause) ? "missing" : reason, file, folder, cause })
    });
  const onWrite = <A>(file: string, run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => new ArchiveUnavailable({ reason: "unwritable", file, folder, cause })
    });

  /** The file has a name of its own until it is complete. */
  const write: ArchiveFiles["Type"]["write"] = (name, lines) => {
    const part = join(folder, `.${name}-${randomUUID()}.part`);
    const hash = createHash("sha256");
    return Effect.acquireUseRelease(
      onWrite(name, () => openNew(folder, part)),
      (handle) =>
        Effect.gen(function* () {
          yield* Stream.runForEach(lines, (line) => {
            hash.update(line);
            return onWrite(name, () => handle.write(line));
          });
          const file = archiveFileName(name, hash.digest("base64url"));
          yield* onWrite(name, async () => {
            await handle.sync();
            await rename(part, join(folder, file));
            await syncFolder(folder);
          });
          return file;
        }),
      (handle) => Effect.promise(() => closeAndRemove(handle, part))
    );
  };

  return {
    folder,
    at: makeArchiveFiles,
    write,
    read: (file) => on("unreadable", file, () => readFile(join(folder, file))),
    names: on("unreadable", ".", () => readdir(folder)).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "missing",
        () => Effect.succeed([])
      ),
      Effect.map((names) => names.filter(isArchiveFileName).toSorted())
    )
  };
};

/** The archives in a folder, which is created with the first one. Only the user of the service may read them. */
export const layer = (folder: string): Layer.Layer<ArchiveFiles> =>
  Layer.succeed(ArchiveFiles, makeArchiveFiles(folder));
