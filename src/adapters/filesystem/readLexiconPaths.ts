import { stat } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type { LexiconArchive } from "../../domain/lexicon/import/LexiconArchive.ts";
import type { GivenFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { type InvalidLexicons, unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { measureFile } from "./measureFile.ts";
import { readArchiveFile } from "./readArchiveFile.ts";
import { readLexiconFolder } from "./readLexiconFolder.ts";
import { readWithinLimits } from "./readWithinLimits.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

const isArchive = (path: string): boolean => /\.zip$/i.test(path);

const readPath = (path: string): Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons, LexiconArchive> =>
  Effect.gen(function* () {
    const found = yield* Effect.tryPromise({
      try: () => stat(path),
      catch: (cause) => unusableSource(path, toUnreadableFile(path)(cause).reason)
    });
    if (found.isDirectory()) return yield* readLexiconFolder(path);
    if (found.isFile() && isArchive(path)) return yield* readArchiveFile(path, found.size);
    return yield* readWithinLimits(path, [measureFile(path, path, null)]);
  });

/**
 * Reads the Lexicons of files, folders and zip archives given on a command line: of a folder or an archive, all `.json`
 * files in it.
 */
export const readLexiconPaths = (
  paths: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons, LexiconArchive> =>
  Effect.map(Effect.forEach(paths, readPath), (files) => files.flat());
