import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

/** The body exceeds the limit of the caller. */
export class BodyTooLarge extends Error {
  readonly code = "BODY_TOO_LARGE";
}

/** The body has an unknown encoding, or does not match it. */
export class BodyMalformed extends Error {
  readonly code = "BODY_MALFORMED";
}

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress)
};
const isDecoder = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding);

const collect = async (body: Readable, maxBytes: number): Promise<Buffer> => {
  const chunks: Array<Buffer> = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const decompress = async (bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> => {
  if (encoding === "identity" || bytes.length === 0) return bytes;
  if (!isDecoder(encoding)) throw new BodyMalformed();
  return decoders[encoding](bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ERR_BUFFER_TOO_LARGE" ? new BodyTooLarge() : new BodyMalformed();
  });
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a whole body as UTF-8 text, limited in bytes before and after decompression. */
export const readResponseBody = async (
  body: Readable,
  encoding: string | undefined,
  maxBytes: number
): Promise<string> => {
  const bytes = await decompress(await collect(body, maxBytes), encoding?.trim().toLowerCase() ?? "identity", maxBytes);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyMalformed();
  }
};
