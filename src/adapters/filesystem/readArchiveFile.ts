import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { unusableSource } from "../../domain/lexicon/InvalidLexicons.ts";
import { importLimits } from "../../domain/lexicon/importLimits.ts";
import { LexiconArchive } from "../../domain/lexicon/LexiconArchive.ts";
import { systemFault } from "./systemFault.ts";

/** The Lexicons of a zip archive that lies in the file system; `size` is its number of bytes. */
export const readArchiveFile = Effect.fn("readArchiveFile")(function* (path: string, size: number) {
  if (size > importLimits.archiveBytes)
    return yield* unusableSource(path, `has more than ${importLimits.archiveBytes} bytes, too many for Lexicons`);
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => unusableSource(path, systemFault(path)(cause).reason)
  });
  const archive = yield* LexiconArchive;
  return yield* archive.read(bytes, path);
});
