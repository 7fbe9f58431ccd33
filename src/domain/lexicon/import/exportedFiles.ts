import type { LexiconSet } from "../model/LexiconSet.ts";
import { suppliedFiles } from "./LexiconRequest.ts";

/** A document as it is exported: its id with folders as the name, and its text. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  readonly document: unknown;
}

/** The documents of a set as files. Those that complete it are left out: an import adds them again. */
export const exportedFiles = (set: LexiconSet): ReadonlyArray<ExportedFile> =>
  suppliedFiles(set).map(({ document, id }) => ({
    name: `${id.replaceAll(".", "/")}.json`,
    text: `${JSON.stringify(document, null, 2)}\n`,
    document
  }));
