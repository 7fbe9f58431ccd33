/** Why a Lexicon cannot be taken in. */
export type LexiconFaultKind = "document" | "duplicate" | "reference" | "recursion" | "key" | "name";

/** One fault of a set of Lexicons: in which file, at which path within it, and the reason in plain words. */
export interface LexiconFault {
  readonly kind: LexiconFaultKind;
  readonly file: string;
  /** The members to follow from the top of the document, joined by dots; empty for the document itself. */
  readonly path: string;
  readonly reason: string;
}
