import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { Cid } from "../../atproto/Cid.ts";
import { sha256 } from "../../crypto/sha256.ts";

const raw = 0x55;
const sha2_256 = 0x12;

/** Returns the CID of a blob from its SHA-256. */
export const blobCidOf = (digest: Uint8Array): Cid => Cid.make(CID.createV1(raw, create(sha2_256, digest)).toString());

/** Returns the CID that a PDS assigns to a blob: CIDv1, raw, SHA-256 (AT Protocol, Blobs). */
export const blobCid = (bytes: Uint8Array): Cid => blobCidOf(sha256(bytes));
