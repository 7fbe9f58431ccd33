import { stat } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../../application/lexicons/importLexicons.ts";
import type { LexiconFile } from "../../domain/lexicon/LexiconFile.ts";
import { systemFault } from "./fileFault.ts";
import { measureFile } from "./measureFile.ts";
import { readLexiconFolder } from "./readLexiconFolder.ts";
import { readMeasured, refuse } from "./readMeasured.ts";

const readPath = (path: string) =>
  Effect.gen(function* () {
    const found = yield* Effect.tryPromise({
      try: () => stat(path),
      catch: (cause) => refuse(systemFault(path)(cause))
    });
    return yield* found.isDirectory() ? readLexiconFolder(path) : readMeasured(path, [measureFile(path, path, null)]);
  });

/** The Lexicons of files and folders, as somebody names them on a command line: of a folder, all `.json` files below. */
export const readLexiconPaths = (
  paths: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<LexiconFile>, InvalidLexicons> =>
  Effect.map(Effect.forEach(paths, readPath), (files) => files.flat());
