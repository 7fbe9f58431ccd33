import type { LexiconSet } from "../model/LexiconSet.ts";
import { suppliedFiles } from "./LexiconRequest.ts";

/** An exported document: its file name, which is its id with folders, and its text. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  readonly document: unknown;
}

/**
 * Returns the supplied documents of a set as files. Documents that complete the set are omitted; an import adds them
 * again.
 */
export const exportedFiles = (set: LexiconSet): ReadonlyArray<ExportedFile> =>
  suppliedFiles(set).map(({ document, id }) => ({
    name: `${id.replaceAll(".", "/")}.json`,
    text: `${JSON.stringify(document, null, 2)}\n`,
    document
  }));
