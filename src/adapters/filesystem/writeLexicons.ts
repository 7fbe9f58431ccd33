import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import type { ExportedFile } from "../../domain/lexicon/import/exportedFiles.ts";
import { LexiconArchive } from "../../domain/lexicon/import/LexiconArchive.ts";
import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";

const unwritable =
  (file: string) =>
  (cause: unknown): UnreadableFile => ({
    file,
    reason: `cannot be written: ${cause instanceof Error ? cause.message : "unknown"}`
  });

const attempt = <A>(path: string, run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: unwritable(path) });

/** The archive appears only when it is complete. */
const writeArchive = (path: string, bytes: Uint8Array) =>
  attempt(path, async () => {
    const part = `${path}.part`;
    try {
      await writeFile(part, bytes);
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  });

/** Existing files would become part of the next import, so they are not mixed with the new ones. */
const writeFolder = Effect.fnUntraced(function* (path: string, files: ReadonlyArray<ExportedFile>) {
  yield* attempt(path, () => mkdir(path, { recursive: true }));
  const there = yield* attempt(path, () => readdir(path));
  if (there.length > 0) return yield* Effect.fail({ file: path, reason: "is not empty: name a new folder" });
  yield* attempt(path, async () => {
    for (const { name, text } of files) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), text, { flag: "wx" });
    }
  });
});

/** Writes Lexicons to an archive if the path ends in `.zip`, otherwise to a new or empty folder. */
export const writeLexicons = (
  path: string,
  files: ReadonlyArray<ExportedFile>
): Effect.Effect<void, UnreadableFile, LexiconArchive> =>
  /\.zip$/i.test(path)
    ? Effect.flatMap(LexiconArchive, ({ write }) => Effect.flatMap(write(files), (bytes) => writeArchive(path, bytes)))
    : writeFolder(path, files);
