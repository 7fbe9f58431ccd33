import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import * as Effect from "effect/Effect";
import type { Entry, ZipFile } from "yauzl";

const inflate = promisify(inflateRaw);

const truncated = "is damaged in the archive: make the archive again";

/** zlib stops at the size that the archive declares. */
const problemOf = (cause: unknown): string =>
  cause instanceof RangeError ? "is larger than the archive says: make the archive again" : truncated;

/**
 * Returns the content of an entry with an acceptable declared size, or what is wrong with it as a sentence. It never
 * inflates more than the declared size.
 */
export const inflateEntry: (archive: ZipFile, entry: Entry, bytes: Uint8Array) => Effect.Effect<Uint8Array, string> =
  Effect.fnUntraced(function* (archive, entry, bytes) {
    const { fileDataStart } = yield* Effect.tryPromise({
      try: () => archive.readLocalFileHeaderPromise(entry, { minimal: true }),
      catch: () => truncated
    });
    const stored = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    const content =
      entry.compressionMethod === 0
        ? stored
        : yield* Effect.tryPromise({
            try: () => inflate(stored, { maxOutputLength: Math.max(entry.uncompressedSize, 1) }),
            catch: problemOf
          });
    if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
      return yield* Effect.fail(truncated);
    return content;
  });
