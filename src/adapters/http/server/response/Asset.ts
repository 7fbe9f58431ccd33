import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as Effect from "effect/Effect";
import type { HttpRequest } from "../request/HttpRequest.ts";
import { entityTag, withEntityTag } from "./entityTag.ts";
import type { HttpResponse } from "./HttpResponse.ts";

/** A file for browsers, uncompressed and compressed. */
export interface Asset {
  readonly contentType: string;
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array;
  /** Changes with the content. */
  readonly version: string;
}

const pack = promisify(gzip);

/** Returns content with its compressed form and its version. */
export const packAsset = async (plain: Uint8Array, contentType: string): Promise<Asset> => ({
  contentType,
  plain,
  gzipped: await pack(plain),
  version: entityTag(plain).slice(1, 13)
});

const read = (file: URL, contentType: string): Effect.Effect<Asset> =>
  Effect.promise(async () => packAsset(await readFile(file), contentType));

/** Returns a file, read and compressed once on first use. It is part of the installation, so a missing file is a defect. */
export const readAsset = (file: URL, contentType: string): Effect.Effect<Asset> =>
  Effect.runSync(Effect.cached(read(file, contentType)));

const acceptsGzip = (request: HttpRequest): boolean =>
  (request.header("accept-encoding") ?? "")
    .split(",")
    .some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));

/** Sends a file. A versioned URL is cached permanently by default; any other is revalidated. */
export const sendAsset = (
  request: HttpRequest,
  asset: Asset,
  forGood: boolean = request.query === `v=${asset.version}`
): HttpResponse => {
  const isCompressed = acceptsGzip(request);
  return withEntityTag(request, isCompressed ? `"${asset.version}-gzip"` : `"${asset.version}"`, {
    status: 200,
    headers: {
      "content-type": asset.contentType,
      "cache-control": forGood ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "Accept-Encoding",
      ...(isCompressed && { "content-encoding": "gzip" })
    },
    body: isCompressed ? asset.gzipped : asset.plain
  });
};
