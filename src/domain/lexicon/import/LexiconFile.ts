/**
 * A Lexicon document as supplied, with the name that faults use for it: its file name, or its id where it has no file.
 */
export interface LexiconFile {
  readonly file: string;
  readonly document: unknown;
}
