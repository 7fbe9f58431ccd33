/** The header of an entry in a tar archive (POSIX ustar). */
export interface TarHeader {
  readonly path: string;
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
}

/** Headers and contents fill whole blocks. */
export const tarBlock = 512;

const textAt = (block: Uint8Array, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
};

/** A number in octal digits, or in base 256 if its first bit is set, as PostgreSQL writes sizes of 8 GiB and more. */
const numberAt = (block: Uint8Array, start: number, length: number): number => {
  const field = block.subarray(start, start + length);
  const [first = 0, ...rest] = field;
  if (first < 128) return Number.parseInt(textAt(block, start, length).trim() || "0", 8);
  return rest.reduce((value, byte) => value * 256 + byte, first & 127);
};

const checksumField = { start: 148, end: 156 };

/** The sum of all bytes, with spaces in place of the checksum. */
const sumOf = (block: Uint8Array): number =>
  block.reduce((sum, byte, at) => sum + (at >= checksumField.start && at < checksumField.end ? 32 : byte), 0);

const kinds: Readonly<Record<string, TarHeader["kind"]>> = { "0": "file", "": "file", "5": "folder" };

/** Reads the header of an entry. Returns `"end"` for a block of zeros, and null for a block that is no header. */
export const readTarHeader = (block: Uint8Array): TarHeader | "end" | null => {
  if (block.every((byte) => byte === 0)) return "end";
  if (numberAt(block, checksumField.start, 8) !== sumOf(block)) return null;
  const prefix = textAt(block, 345, 155);
  const name = textAt(block, 0, 100);
  return {
    path: prefix === "" ? name : `${prefix}/${name}`,
    kind: kinds[textAt(block, 156, 1)] ?? "other",
    size: numberAt(block, 124, 12)
  };
};

/** Returns the number of bytes that fill up the last block of a content. */
export const tarPadding = (size: number): number => (tarBlock - (size % tarBlock)) % tarBlock;

/** Says whether a path of an archive stays in the folder that the archive is unpacked to. */
export const isInnerPath = (path: string): boolean =>
  !path.startsWith("/") && path !== "" && !path.split("/").includes("..");
