import { broughtFiles } from "./LexiconRequest.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/** A document as it is exported: its id with folders as the name, and its text. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  readonly document: unknown;
}

/** The documents of a set as files. Those that complete it are left out: an import adds them again. */
export const exportedFiles = (set: LexiconSet): ReadonlyArray<ExportedFile> =>
  broughtFiles(set).map(({ document, id }) => ({
    name: `${id.replaceAll(".", "/")}.json`,
    text: `${JSON.stringify(document, null, 2)}\n`,
    document
  }));
