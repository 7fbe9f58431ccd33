import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { traced } from "../../domain/failure/traced.ts";
import { isJsonObject } from "../../domain/json/isJsonObject.ts";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import { LexiconArchive } from "../../domain/lexicon/import/LexiconArchive.ts";
import { readJsonDocument } from "../../domain/lexicon/import/readJsonDocument.ts";
import { type GivenFile, isUnreadable } from "../../domain/lexicon/import/UnreadableFile.ts";
import { unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { checkEntries, type NamedEntry } from "./checkEntries.ts";
import { inflateEntry } from "./inflateEntry.ts";
import { listEntries } from "./listEntries.ts";
import { writeZip } from "./writeZip.ts";

const concurrency = 4;

/** Returns what is wrong with the files of an archive as a whole; null when they can be read. */
const sizeProblem = (files: ReadonlyArray<object>, entries: ReadonlyArray<NamedEntry>): string | null => {
  if (files.length === 0) return "holds no .json file: put the Lexicons into the archive, in any folder";
  if (entries.length > importLimits.files) return `holds more than ${importLimits.files} .json files`;
  const size = entries.reduce((bytes, { entry }) => bytes + entry.uncompressedSize, 0);
  return size > importLimits.bytes ? `holds more than ${importLimits.bytes} bytes of .json files` : null;
};

const isForeign = (given: GivenFile): boolean =>
  !isUnreadable(given) && !(isJsonObject(given.document) && "lexicon" in given.document);

const read = traced("LexiconArchiveYauzl.read")(function* (bytes: Uint8Array, name: string) {
  const unusable = (reason: string) => unusableSource(name, reason);
  const { archive, entries } = yield* Effect.mapError(listEntries(bytes), unusable);
  const checked = checkEntries(entries);
  const together = sizeProblem(
    checked,
    Arr.filter(checked, (each) => "entry" in each)
  );
  if (together !== null) return yield* unusable(together);
  const given = yield* Effect.forEach(
    checked,
    (each): Effect.Effect<GivenFile> =>
      "reason" in each
        ? Effect.succeed(each)
        : Effect.match(inflateEntry(archive, each.entry, bytes), {
            onFailure: (reason) => ({ file: each.file, reason }),
            onSuccess: (content) => readJsonDocument(each.file, content)
          }),
    { concurrency }
  );
  if (given.every(isForeign)) return yield* unusable("holds no Lexicon: none of its .json files is one");
  return given;
});

/** Implements `LexiconArchive` with yauzl, which trusts only the central directory, and zlib, limited to declared sizes. */
export const layer = Layer.succeed(LexiconArchive, { read, write: (files) => Effect.sync(() => writeZip(files)) });
