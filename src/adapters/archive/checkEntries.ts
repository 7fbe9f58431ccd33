import type { Entry } from "yauzl";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { entryName, isHidden, nameProblem, shownName } from "./entryName.ts";

/** A readable entry and its name. */
export interface NamedEntry {
  readonly file: string;
  readonly entry: Entry;
}

/** The file type bits of the Unix mode, which is in the upper half of the attributes. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 28) & 0xf) === 0o12;

const isSupported = ({ compressionMethod }: Entry): boolean => compressionMethod === 0 || compressionMethod === 8;

const problemOf = (name: string, entry: Entry): string | null => {
  if (isLink(entry)) return "is a link: put the file itself there";
  if (entry.isEncrypted()) return "is encrypted: make the archive without a password";
  if (!name.endsWith(".json")) return null;
  if (!isSupported(entry)) return "is compressed in another way than deflate: make the archive with a usual tool";
  if (entry.uncompressedSize > importLimits.bytesPerFile)
    return `has more than ${importLimits.bytesPerFile} bytes, too many for a Lexicon`;
  return null;
};

const byName = (left: { readonly file: string }, right: { readonly file: string }): number =>
  left.file < right.file ? -1 : 1;

/** Returns the `.json` files among the entries of an archive, and the names of entries that only a malicious archive has. */
export const checkEntries = (entries: ReadonlyArray<Entry>): ReadonlyArray<NamedEntry | UnreadableFile> => {
  const names = new Set<string>();
  return entries
    .flatMap((entry): ReadonlyArray<NamedEntry | UnreadableFile> => {
      const name = entryName(entry);
      const file = shownName(name);
      const unsafe = nameProblem(name);
      if (unsafe !== null) return [{ file, reason: unsafe }];
      if (isHidden(name)) return [];
      const problem = problemOf(name, entry);
      if (problem !== null) return [{ file, reason: problem }];
      if (!name.endsWith(".json")) return [];
      if (names.has(name)) return [{ file, reason: "is in the archive twice: keep one of the two" }];
      names.add(name);
      return [{ file, entry }];
    })
    .sort(byName);
};
