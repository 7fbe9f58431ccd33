import type { BlobPreset } from "../shape/BlobMember.ts";

/** A blob of a record: whose, which, what, and for what use. */
export interface BlobAddress {
  readonly did: string;
  readonly cid: string;
  readonly mimeType: string | null;
  readonly preset: BlobPreset;
  /** The origin of the PDS that holds the author's blobs; null where it is not known. */
  readonly pds: string | null;
}

/** Where a blob can be fetched; null where the service knows no place. */
export type BlobUrl = (blob: BlobAddress) => string | null;

/** The blob at the PDS of its author (`com.atproto.sync.getBlob`). A `%` in the DID stands for itself. */
const pdsBlobUrl = ({ pds, did, cid }: BlobAddress): string | null =>
  pds === null ? null : `${pds}/xrpc/com.atproto.sync.getBlob?did=${did.replaceAll("%", "%25")}&cid=${cid}`;

/**
 * Urls of an image CDN, `<base>/img/<preset>/plain/<did>/<cid>@jpeg`. It serves images only: a blob of another type is
 * fetched from the author's PDS, a blob of unknown type is taken for an image.
 */
export const cdnBlobUrl =
  (base: string): BlobUrl =>
  (blob) =>
    blob.mimeType === null || blob.mimeType.startsWith("image/")
      ? `${base}/img/${blob.preset}/plain/${blob.did}/${blob.cid}@jpeg`
      : pdsBlobUrl(blob);

/** The CDN of the Bluesky network. */
export const defaultCdn = "https://cdn.bsky.app";
