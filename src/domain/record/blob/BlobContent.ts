/** The content of a blob that is uploaded to a PDS. */
export interface BlobContent {
  /** In lower case, without parameters. */
  readonly mimeType: string;
  /** In bytes; null if it is known only at the end. */
  readonly size: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether `bytes` can be read again from the start if the PDS asks to retry the request. */
  readonly repeatable: boolean;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Returns the content of a blob that is in memory. */
export const blobContent = (bytes: Uint8Array, mimeType: string): BlobContent => ({
  mimeType,
  size: bytes.length,
  bytes: { [Symbol.asyncIterator]: () => once(bytes) },
  repeatable: true
});
