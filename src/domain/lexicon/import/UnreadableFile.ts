import type { LexiconFile } from "./LexiconFile.ts";

/** A supplied file that contains no readable document, with the reason as a sentence. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/** A file to import. Unreadable files are reported together with all other faults. */
export type GivenFile = LexiconFile | UnreadableFile;

export const isUnreadable = (given: GivenFile): given is UnreadableFile => "reason" in given;
