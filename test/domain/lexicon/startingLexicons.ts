import { fileURLToPath } from "node:url";
import { lexiconsOf } from "./lexiconsOf.ts";
import { readLexiconFolder } from "./readLexiconFolder.ts";

/** The Lexicons a first start loads. */
export const startingLexicons = lexiconsOf(
  readLexiconFolder(fileURLToPath(new URL("../../../lexicons", import.meta.url)))
);
