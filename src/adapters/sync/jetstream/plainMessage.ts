import { constants, type ZstdOptions, zstdDecompressSync } from "node:zlib";
import * as Either from "effect/Either";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";

const maxOutputLength = 32 * 1024 * 1024;

/**
 * Returns the text of a message. A binary message is compressed: it is one Zstandard frame (RFC 8878), with or without
 * the dictionary. Fails with a sentence.
 */
export const plainMessage = (
  { data, isBinary }: ReceivedMessage,
  dictionary: Uint8Array | undefined
): Either.Either<Buffer, string> => {
  if (!isBinary) return Either.right(data);
  try {
    return Either.right(zstdDecompressSync(data, dictionary === undefined ? plain : { ...plain, dictionary }));
  } catch {
    return Either.left("The message is not compressed with Zstandard and the configured dictionary.");
  }
};

const plain: ZstdOptions = { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 27 } };

/** Returns the id of a Zstandard dictionary (RFC 8878, section 5), or null if it has none. */
export const dictionaryId = (dictionary: Uint8Array): number | null => {
  const bytes = Buffer.from(dictionary);
  return bytes.length >= 8 && bytes.readUInt32LE(0) === 0xec30a437 ? bytes.readUInt32LE(4) : null;
};
