import type { LexiconFile } from "./LexiconFile.ts";

/** A file that was given and that no document can be read from, with the reason in plain words. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/** What somebody gives to be imported, file by file: what cannot be read is told together with all other faults. */
export type GivenFile = LexiconFile | UnreadableFile;

export const isUnreadable = (given: GivenFile): given is UnreadableFile => "reason" in given;
