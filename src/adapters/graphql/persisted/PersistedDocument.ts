/** A document that the operator put in. */
export interface PersistedDocument {
  /** What a fault calls it by: its file, and its key in a manifest. */
  readonly name: string;
  readonly text: string;
}

/** What is wrong with a document, or with a file of them; the reason is the end of a sentence that begins with the name. */
export interface DocumentFault {
  readonly name: string;
  readonly reason: string;
}
