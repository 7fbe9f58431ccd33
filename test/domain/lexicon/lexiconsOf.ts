import * as Either from "effect/Either";
import type { LexiconFile } from "../../../src/domain/lexicon/import/LexiconFile.ts";
import type { LexiconSet } from "../../../src/domain/lexicon/model/LexiconSet.ts";
import { parseLexiconSet } from "../../../src/domain/lexicon/parse/parseLexiconSet.ts";

/** The set of files that have no fault; a fault is the failure of the test, in full. */
export const lexiconsOf = (files: ReadonlyArray<LexiconFile>): LexiconSet =>
  Either.getOrThrowWith(parseLexiconSet(files), (faults) => new Error(JSON.stringify(faults, null, 2)));

/** The same from documents alone. */
export const lexiconsOfDocuments = (...documents: ReadonlyArray<Readonly<Record<string, unknown>>>): LexiconSet =>
  lexiconsOf(documents.map((document) => ({ file: String(document.id), document })));
