import { realpath } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import type { GivenFile, UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { type InvalidLexicons, unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { findFiles } from "./findFiles.ts";
import { measureFile } from "./measureFile.ts";
import { readWithinLimits } from "./readWithinLimits.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

const unusable = ({ file, reason }: UnreadableFile) => unusableSource(file, reason);

/**
 * Reads every `.json` file below a folder, by its relative path. Dot files are skipped, and links are followed only within
 * the folder. Fails with `InvalidLexicons` when a limit is exceeded or nothing can be read.
 */
export const readLexiconFolder = traced("readLexiconFolder")(function* (
  folder: string
): Effect.fn.Return<ReadonlyArray<GivenFile>, InvalidLexicons> {
  const root = yield* Effect.tryPromise({
    try: () => realpath(folder),
    catch: (cause) => unusable(toUnreadableFile(folder)(cause))
  });
  const names = yield* Effect.mapError(findFiles(root, folder, [".json"]), unusable);
  return yield* readWithinLimits(
    folder,
    names.map((name) => measureFile(join(root, name), name, root))
  );
});
