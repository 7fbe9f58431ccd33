/** A notice about a part of a set that is not a fault: where it is, and what it means for the API, as a sentence. */
export interface LexiconNotice {
  readonly file: string;
  /** Member names from the top of the document, joined by dots. */
  readonly path: string;
  readonly reason: string;
}
