/** A persisted document supplied by the operator. */
export interface PersistedDocument {
  /** The name of the document in faults: its file, and its key in a manifest. */
  readonly name: string;
  readonly text: string;
}

/** A fault of a document or a manifest. The reason is the end of a sentence that begins with the name. */
export interface DocumentFault {
  readonly name: string;
  readonly reason: string;
}
