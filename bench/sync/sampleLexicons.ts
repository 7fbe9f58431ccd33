import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { readLexiconFolder } from "../../src/adapters/filesystem/readLexiconFolder.ts";
import { isJsonObject } from "../../src/domain/json/isJsonObject.ts";
import { completeLexicons } from "../../src/domain/lexicon/import/completeLexicons.ts";
import { isUnreadable } from "../../src/domain/lexicon/import/UnreadableFile.ts";
import { parseLexiconSet } from "../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { sampleCollections } from "./sampleRecords.ts";

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The file of the Lexicon of a collection. */
const fileOf = (nsid: string): string =>
  folder(`${nsid.startsWith("app.bsky.") ? "lexicons-published" : "lexicons"}/${nsid.replaceAll(".", "/")}.json`);

/** The Lexicons of the sample records as files for an import. */
export const sampleLexiconFiles = sampleCollections.map((nsid) => ({
  file: `${nsid}.json`,
  document: JSON.parse(readFileSync(fileOf(nsid), "utf8"))
}));

/** The set of the Lexicons of the sample records, completed from the published ones. */
export const sampleLexicons = Effect.gen(function* () {
  const published = yield* readLexiconFolder(folder("lexicons-published"));
  const documents = published.flatMap((file) =>
    !isUnreadable(file) && isJsonObject(file.document) ? [file.document] : []
  );
  return yield* parseLexiconSet(completeLexicons(sampleLexiconFiles, documents));
});
