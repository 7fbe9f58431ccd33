import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LexiconFile } from "../../../src/domain/lexicon/import/LexiconFile.ts";

/** Every `.json` file below a folder, as a Lexicon file, sorted by its path. */
export const readLexiconFolder = (folder: string): ReadonlyArray<LexiconFile> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ file, document: JSON.parse(readFileSync(join(folder, file), "utf8")) }));
