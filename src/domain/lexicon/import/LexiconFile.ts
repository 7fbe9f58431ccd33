/** A Lexicon document as it came, with the name to call it by in a fault: its file, or its id where it has none. */
export interface LexiconFile {
  readonly file: string;
  readonly document: unknown;
}
