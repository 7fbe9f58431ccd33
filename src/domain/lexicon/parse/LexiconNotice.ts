/** What an import did with a part of a set that is not a fault: where, and what it means for the API, in plain words. */
export interface LexiconNotice {
  readonly file: string;
  /** The members to follow from the top of the document, joined by dots. */
  readonly path: string;
  readonly reason: string;
}
