/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

const blockSize = 512;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** The header of a regular file (POSIX.1-1988, ustar). Its checksum counts its own field as spaces. */
const headerOf = (name: string, size: number, seconds: number): Buffer => {
  const header = Buffer.alloc(blockSize);
  header.write(name, 0, 100);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(seconds, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((blockSize - (bytes.length % blockSize)) % blockSize)]);

/** Packs files as a tar archive. Names have up to 100 bytes. */
export const tarArchive = (files: ReadonlyArray<ArchivedFile>, seconds: number): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, text }) => {
      const bytes = Buffer.from(text);
      return [headerOf(name, bytes.length, seconds), padded(bytes)];
    }),
    Buffer.alloc(2 * blockSize)
  ]);
