import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { dictionaryId } from "./plainMessage.ts";

/**
 * Returns the Zstandard dictionary (RFC 8878, section 5) in a file. Without one the source sends plain text, so a file
 * that holds none is only logged.
 */
export const readDictionary = (path: string): Effect.Effect<Uint8Array | undefined> =>
  Effect.tryPromise(() => readFile(path)).pipe(
    Effect.filterOrFail((bytes) => dictionaryId(bytes) !== null),
    Effect.catchAll(() =>
      Effect.as(
        Effect.logWarning(
          `JETSTREAM_ZSTD_DICTIONARY ${path}: is not a Zstandard dictionary, so messages are not compressed: download the dictionary of the Jetstream`
        ),
        undefined
      )
    )
  );
