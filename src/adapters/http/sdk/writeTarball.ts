import { writeTar } from "../../../domain/tar/writeTar.ts";

/** A file of a tarball, with its path inside the package. */
export interface PackedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** The time that npm gives all files of a package, in seconds, so that the bytes depend on the contents alone. */
const modified = 499_162_500;

const inPackage = ({ content, path }: PackedFile): PackedFile => {
  const name = `package/${path}`;
  if (Buffer.byteLength(name) > 100) throw new Error(`${path}: a path has at most 92 bytes`);
  return { path: name, content };
};

/** Returns an npm package as an uncompressed tarball. The same files give the same bytes, in whatever order they are. */
export const writeTarball = (files: ReadonlyArray<PackedFile>): Uint8Array => {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return Buffer.concat(writeTar(sorted.map(inPackage), { mode: 0o644, modified }));
};
