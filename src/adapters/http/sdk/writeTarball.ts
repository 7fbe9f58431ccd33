/** A file of a tarball, with its path inside the package. */
export interface PackedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

const blockSize = 512;
/** The time that npm gives all files of a package, in seconds, so that the bytes depend on the contents alone. */
const modified = 499_162_500;

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, "0")}\0`;

/** Returns the header of a file in the ustar format (POSIX.1-2001, pax interchange format). */
const header = ({ content, path }: PackedFile): Uint8Array => {
  const block = new Uint8Array(blockSize);
  const name = `package/${path}`;
  if (Buffer.byteLength(name) > 100) throw new Error(`${path}: a path has at most 92 bytes`);
  const put = (text: string, at: number) => Buffer.from(block.buffer).write(text, at, "utf8");
  put(name, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(content.length, 12), 124);
  put(octal(modified, 12), 136);
  put("        ", 148);
  put("0", 156);
  put("ustar\0", 257);
  put("00", 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 7)} `, 148);
  return block;
};

const padding = ({ content }: PackedFile): Uint8Array =>
  new Uint8Array((blockSize - (content.length % blockSize)) % blockSize);

/** Returns an npm package as an uncompressed tarball. The same files give the same bytes, in whatever order they are. */
export const writeTarball = (files: ReadonlyArray<PackedFile>): Uint8Array => {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const end = new Uint8Array(2 * blockSize);
  return Buffer.concat([...sorted.flatMap((file) => [header(file), file.content, padding(file)]), end]);
};
