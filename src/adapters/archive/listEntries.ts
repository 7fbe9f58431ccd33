import * as Effect from "effect/Effect";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";

/** The entries in the central directory of an archive, and a function to read them. */
interface Listing {
  readonly archive: ZipFile;
  readonly entries: ReadonlyArray<Entry>;
}

const isEncryption = (cause: unknown): boolean => cause instanceof Error && /encrypt/i.test(cause.message);

const damaged = (cause: unknown): string =>
  isEncryption(cause)
    ? "is encrypted: make it without a password"
    : "is not a whole zip archive: make it again, or send it again";

const readEntries = async (archive: ZipFile): Promise<ReadonlyArray<Entry>> => {
  const entries: Array<Entry> = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return entries;
};

/** Lists an archive without inflating anything. Fails with what is wrong with the archive, as a sentence. */
export const listEntries: (bytes: Uint8Array) => Effect.Effect<Listing, string> = Effect.fnUntraced(function* (bytes) {
  if (bytes.length > importLimits.archiveBytes)
    return yield* Effect.fail(`has more than ${importLimits.archiveBytes} bytes, too many for Lexicons`);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const archive = yield* Effect.tryPromise({
    try: () => fromBufferPromise(buffer, { decodeStrings: false }),
    catch: damaged
  });
  if (archive.entryCount > importLimits.archiveEntries)
    return yield* Effect.fail(`holds more than ${importLimits.archiveEntries} files and folders`);
  return { archive, entries: yield* Effect.tryPromise({ try: () => readEntries(archive), catch: damaged }) };
});
