import { tarBlock, tarPadding } from "./TarHeader.ts";

/** A file of a tar archive. Its path has at most 100 bytes. */
export interface TarFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** What all files of an archive have in common: their permissions, and the time of their change in Unix seconds. */
interface TarAttributes {
  readonly mode: number;
  readonly modified: number;
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, "0")}\0`;

/** The header of a regular file. Its checksum counts its own field as spaces. */
const headerOf = ({ content, path }: TarFile, { mode, modified }: TarAttributes): Uint8Array => {
  const block = new Uint8Array(tarBlock);
  const put = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  put(path, 0);
  put(octal(mode, 8), 100);
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

/** Returns the pieces of a tar archive of files (POSIX.1-2001, ustar), in their order. */
export const writeTar = (files: ReadonlyArray<TarFile>, attributes: TarAttributes): ReadonlyArray<Uint8Array> => [
  ...files.flatMap((file) => [
    headerOf(file, attributes),
    file.content,
    new Uint8Array(tarPadding(file.content.length))
  ]),
  new Uint8Array(2 * tarBlock)
];
