import { realpath } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../../application/lexicons/importLexicons.ts";
import type { LexiconFile } from "../../domain/lexicon/LexiconFile.ts";
import { systemFault } from "./fileFault.ts";
import { findJsonFiles } from "./findJsonFiles.ts";
import { measureFile } from "./measureFile.ts";
import { readMeasured, refuse } from "./readMeasured.ts";

/**
 * Every `.json` file below a folder, by its path from there. Dot files are skipped, links are followed within the
 * folder only. `InvalidLexicons` names each file that cannot be read or is no JSON, or the limit that is passed.
 */
export const readLexiconFolder = Effect.fn("readLexiconFolder")(function* (
  folder: string
): Effect.fn.Return<ReadonlyArray<LexiconFile>, InvalidLexicons> {
  const root = yield* Effect.tryPromise({
    try: () => realpath(folder),
    catch: (cause) => refuse(systemFault(folder)(cause))
  });
  const names = yield* Effect.mapError(findJsonFiles(root, folder), refuse);
  return yield* readMeasured(
    folder,
    names.map((name) => measureFile(join(root, name), name, root))
  );
});
