/** Why a Lexicon is refused. */
type LexiconFaultKind = "document" | "duplicate" | "reference" | "recursion" | "key" | "name";

/** One fault of a set of Lexicons: the file, the path within it, and the reason as a sentence. */
export interface LexiconFault {
  readonly kind: LexiconFaultKind;
  readonly file: string;
  /** Member names from the top of the document, joined by dots; empty for the document itself. */
  readonly path: string;
  readonly reason: string;
}
