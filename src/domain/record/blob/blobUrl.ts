import type { BlobPreset } from "../shape/BlobMember.ts";

/** A blob of a record: its author, CID, media type, and intended use. */
interface BlobAddress {
  readonly did: string;
  readonly cid: string;
  readonly mimeType: string | null;
  readonly preset: BlobPreset;
  /** The origin of the PDS that holds the author's blobs; null if it is unknown. */
  readonly pds: string | null;
}

/** Returns the URL of a blob, or null if the service knows none. */
export type BlobUrl = (blob: BlobAddress) => string | null;

/** The URL at the PDS of the author (`com.atproto.sync.getBlob`). A `%` in the DID is encoded. */
const pdsBlobUrl = ({ pds, did, cid }: BlobAddress): string | null =>
  pds === null ? null : `${pds}/xrpc/com.atproto.sync.getBlob?did=${did.replaceAll("%", "%25")}&cid=${cid}`;

/** A PDS on the machine of a developer, which no CDN can reach. */
const isLocal = (pds: string | null): boolean =>
  pds !== null && /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(pds);

/**
 * Returns URLs of an image CDN, `<base>/img/<preset>/plain/<did>/<cid>@jpeg`. It serves images only: a blob of another
 * type, and one whose PDS is on this machine, gets a URL of the author's PDS. A blob of unknown type counts as an image.
 */
export const cdnBlobUrl =
  (base: string): BlobUrl =>
  (blob) =>
    (blob.mimeType === null || blob.mimeType.startsWith("image/")) && !isLocal(blob.pds)
      ? `${base}/img/${blob.preset}/plain/${blob.did}/${blob.cid}@jpeg`
      : pdsBlobUrl(blob);

/** The CDN of the Bluesky network. */
export const defaultCdn = "https://cdn.bsky.app";
