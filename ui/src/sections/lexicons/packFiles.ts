import { zipSync } from "fflate";

/** Files that cannot be imported, with what to do instead. */
export class NotImportable extends Error {}

/** The largest archive that one request holds, in bytes: as base64 it grows by a third, and 8 MiB are taken. */
const maxFiles = 6 * 1024 * 1024 - 64 * 1024;

export interface ChosenFile {
  /** With its folders, where it came from some. */
  readonly name: string;
  readonly file: File;
}

const isHidden = (name: string): boolean => name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** What is to be imported as one archive: the zip itself, or the JSON files in a new one. `done` hears how far it is. */
export const packFiles = async (
  chosen: ReadonlyArray<ChosenFile>,
  done: (share: number) => void
): Promise<Uint8Array> => {
  const seen = chosen.filter(({ name }) => !isHidden(name));
  const zips = seen.filter(({ name }) => /\.zip$/i.test(name));
  const documents = seen.filter(({ name }) => /\.json$/i.test(name));
  const [zip] = zips;
  if (zip !== undefined && (zips.length > 1 || documents.length > 0)) {
    throw new NotImportable("Choose one zip, or JSON files: an import is the whole set at once.");
  }
  if (zip === undefined && documents.length === 0) {
    throw new NotImportable("There is no .json and no .zip among these files.");
  }
  const sizes = (zip === undefined ? documents : [zip]).reduce((sum, { file }) => sum + file.size, 0);
  if (sizes > 64 * 1024 * 1024) throw new NotImportable("These files hold more than 64 MiB.");
  if (zip !== undefined) return checked(await bytesOf(zip.file));
  const entries: Record<string, Uint8Array> = {};
  for (const [index, { file, name }] of documents.entries()) {
    entries[name in entries ? `${index}/${name}` : name] = await bytesOf(file);
    done((index + 1) / documents.length);
  }
  return checked(zipSync(entries));
};

const checked = (archive: Uint8Array): Uint8Array => {
  if (archive.length <= maxFiles) return archive;
  throw new NotImportable("The archive is larger than 6 MB. Import it on the command line, or by LEXICON_DIR.");
};

/** Bytes in base64, in pieces that no call stack minds. */
export const base64Of = (bytes: Uint8Array): string => {
  const pieces: Array<string> = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join(""));
};
