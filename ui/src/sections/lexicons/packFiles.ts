import { zipSync } from "fflate";

/** Files that cannot be imported. The message says what to do instead. */
export class NotImportable extends Error {}

/** The maximum size of an archive in bytes: base64 adds a third, and a request may have 8 MiB. */
const maxFiles = 6 * 1024 * 1024 - 64 * 1024;

export interface ChosenFile {
  /** The name, with the path if the file comes from a folder. */
  readonly name: string;
  readonly file: File;
}

const isHidden = (name: string): boolean => name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Returns the archive to import: the chosen zip file, or a new one with the chosen JSON files. `onProgress` receives the completed share, from 0 to 1. */
export const packFiles = async (
  chosen: ReadonlyArray<ChosenFile>,
  onProgress: (share: number) => void
): Promise<Uint8Array> => {
  const seen = chosen.filter(({ name }) => !isHidden(name));
  const zips = seen.filter(({ name }) => /\.zip$/i.test(name));
  const documents = seen.filter(({ name }) => /\.json$/i.test(name));
  const [zip] = zips;
  if (zip !== undefined && (zips.length > 1 || documents.length > 0)) {
    throw new NotImportable(
      "Choose either one zip file or JSON files. Several zip files, or both kinds, cannot be imported together."
    );
  }
  if (zip === undefined && documents.length === 0) {
    throw new NotImportable(
      "None of these files is a .json or .zip file. Choose Lexicons as JSON files, or one zip file of them."
    );
  }
  const sizes = (zip === undefined ? documents : [zip]).reduce((sum, { file }) => sum + file.size, 0);
  if (sizes > 64 * 1024 * 1024)
    throw new NotImportable("These files are larger than 64 MiB in total. Choose fewer files.");
  if (zip !== undefined) return checked(await bytesOf(zip.file));
  const entries: Record<string, Uint8Array> = {};
  for (const [index, { file, name }] of documents.entries()) {
    entries[name in entries ? `${index}/${name}` : name] = await bytesOf(file);
    onProgress((index + 1) / documents.length);
  }
  return checked(zipSync(entries));
};

const checked = (archive: Uint8Array): Uint8Array => {
  if (archive.length <= maxFiles) return archive;
  throw new NotImportable(
    "The archive is larger than 6 MB. Import it on the command line or with LEXICON_DIR instead."
  );
};

/** Encodes bytes in base64, in chunks that do not exceed the call stack. */
export const base64Of = (bytes: Uint8Array): string => {
  const chunks: Array<string> = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(chunks.join(""));
};
