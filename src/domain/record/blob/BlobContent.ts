/** The bytes of a blob on their way to a PDS. */
export interface BlobContent {
  /** Without parameters, in lower case. */
  readonly mimeType: string;
  /** In bytes; null when only the end will tell. */
  readonly size: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether `bytes` can be had again from the start, should the PDS want the request once more. */
  readonly repeatable: boolean;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** A blob that is in memory. */
export const blobContent = (bytes: Uint8Array, mimeType: string): BlobContent => ({
  mimeType,
  size: bytes.length,
  bytes: { [Symbol.asyncIterator]: () => once(bytes) },
  repeatable: true
});
