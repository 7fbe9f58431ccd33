import type { BlobPreset } from "./BlobShape.ts";

/** A blob of a record: whose, which, what, and for what use. */
export interface BlobAddress {
  readonly did: string;
  readonly cid: string;
  readonly mimeType: string | null;
  readonly preset: BlobPreset;
}

/** Where a blob can be fetched; null where the service knows no place. */
export type BlobUrl = (blob: BlobAddress) => string | null;

/**
 * Urls of an image CDN, `<base>/img/<preset>/plain/<did>/<cid>@jpeg`. It serves images only: a blob of another type
 * has none, a blob of unknown type is taken for an image.
 */
export const cdnBlobUrl =
  (base: string): BlobUrl =>
  ({ did, cid, mimeType, preset }) =>
    mimeType === null || mimeType.startsWith("image/") ? `${base}/img/${preset}/plain/${did}/${cid}@jpeg` : null;

/** The CDN of the Bluesky network. */
export const defaultCdn = "https://cdn.bsky.app";
