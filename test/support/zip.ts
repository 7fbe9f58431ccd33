import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive; whatever is said beyond name and content is written as it is said, true or not. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** 0 stored, 8 deflated unless said. */
  readonly method?: number;
  /** Of the general purpose bits; bit 11, names in UTF-8, unless said. */
  readonly flags?: number;
  /** The Unix mode; a regular file unless said. */
  readonly mode?: number;
  readonly declaredSize?: number;
  readonly checksum?: number;
}

interface Header {
  readonly local: Buffer;
  readonly data: Uint8Array;
  readonly central: (offset: number) => Buffer;
}

const numbers = (...fields: ReadonlyArray<readonly [2 | 4 | 8, number]>): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      if (width === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, width);
      return field;
    })
  );

const headerOf = (entry: ZipEntry): Header => {
  const { name, content = "", method = 8, flags = 0x800, mode = 0o100644 } = entry;
  const bytes = Buffer.from(content);
  const data = method === 8 ? deflateRawSync(bytes, { level: 1 }) : bytes;
  const file = Buffer.from(name);
  const size = entry.declaredSize ?? bytes.length;
  const common = numbers(
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0],
    [4, entry.checksum ?? crc32(bytes)],
    [4, data.length],
    [4, size],
    [2, file.length],
    [2, 0]
  );
  const unix = 3 << 8;
  return {
    data,
    local: Buffer.concat([numbers([4, 0x04034b50]), common, file]),
    central: (offset) =>
      Buffer.concat([
        numbers([4, 0x02014b50], [2, unix | 20]),
        common,
        numbers([2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, offset]),
        file
      ])
  };
};

const endOf = (count: number, size: number, offset: number): Buffer => {
  const wide = numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]);
  const zip64 = Buffer.concat([
    wide,
    numbers([8, count], [8, count], [8, size], [8, offset]),
    numbers([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  ]);
  const short = Math.min(count, 0xffff);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, short], [2, short], [4, size], [4, offset], [2, 0]);
  return count > 0xffff ? Buffer.concat([zip64, end]) : end;
};

/** Writes a zip archive (APPNOTE 6.3.10); `count` is the number of entries that it claims to have. */
export const zip = (entries: ReadonlyArray<ZipEntry>, count = entries.length): Buffer => {
  const headers = entries.map(headerOf);
  const files: Array<Uint8Array> = [];
  const directory: Array<Buffer> = [];
  let offset = 0;
  for (const { local, data, central } of headers) {
    files.push(local, data);
    directory.push(central(offset));
    offset += local.length + data.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...files, listed, endOf(count, listed.length, offset)]);
};

/** An archive of files, by their names. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  zip(Object.entries(files).map(([name, content]) => ({ name, content })));
