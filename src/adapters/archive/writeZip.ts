import { crc32, deflateRawSync } from "node:zlib";

const numbers = (...fields: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      field.writeUIntLE(value, 0, width);
      return field;
    })
  );

/** 1 January 1980, the first date of the format, so that equal files produce equal archives. */
const firstDay = 0x21;
const version = 20;
const utf8Names = 0x800;
const deflated = 8;
/** A regular file created on Unix, writable by its owner and readable by all. */
const attributes = 0o100644 * 0x10000;
const unix = 3 << 8;

const entryOf = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const bytes = Buffer.from(text);
  const data = deflateRawSync(bytes);
  const file = Buffer.from(name);
  const common = numbers(
    [2, version],
    [2, utf8Names],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc32(bytes)],
    [4, data.length],
    [4, bytes.length],
    [2, file.length],
    [2, 0]
  );
  return { data, local: Buffer.concat([numbers([4, 0x04034b50]), common, file]), common, file };
};

/** Returns a zip archive of up to 65,535 small files (APPNOTE 6.3.10). */
export const writeZip = (files: ReadonlyArray<{ readonly name: string; readonly text: string }>): Uint8Array => {
  const entries = files.map(entryOf);
  const directory: Array<Buffer> = [];
  let offset = 0;
  for (const { common, data, file, local } of entries) {
    const place = numbers([2, 0], [2, 0], [2, 0], [4, attributes], [4, offset]);
    directory.push(numbers([4, 0x02014b50], [2, unix | version]), common, place, file);
    offset += local.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length], [4, offset], [2, 0]);
  return Buffer.concat([...entries.flatMap(({ data, local }) => [local, data]), listed, end]);
};
