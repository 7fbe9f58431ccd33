import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import { LexiconArchive } from "../../domain/lexicon/import/LexiconArchive.ts";
import { unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

/** Reads the Lexicons of a zip archive in the file system. `size` is its size in bytes. */
export const readArchiveFile = traced("readArchiveFile")(function* (path: string, size: number) {
  if (size > importLimits.archiveBytes)
    return yield* unusableSource(path, `has more than ${importLimits.archiveBytes} bytes, too many for Lexicons`);
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => unusableSource(path, toUnreadableFile(path)(cause).reason)
  });
  const archive = yield* LexiconArchive;
  return yield* archive.read(bytes, path);
});
