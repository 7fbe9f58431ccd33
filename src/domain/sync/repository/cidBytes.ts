import { CID } from "multiformats/cid";
import { Digest } from "multiformats/hashes/digest";

/** The bytes of a CID: CIDv1, DAG-CBOR and SHA-256 of a block, unless it comes from a value that is not verified. */
export type CidBytes = Uint8Array;

/** CIDv1, DAG-CBOR, SHA-256 of 32 bytes: how the CID of every block of a repository begins (AT Protocol, Repository). */
export const blockCidPrefix = [0x01, 0x71, 0x12, 0x20] as const;
export const blockCidLength = 36;

/** Whether bytes are the CID of a block of a repository. */
export const isBlockCid = (cid: CidBytes): boolean =>
  cid.length === blockCidLength && cid[0] === 0x01 && cid[1] === 0x71 && cid[2] === 0x12 && cid[3] === 0x20;

/** Returns the CID of a block with a SHA-256. */
export const blockCidOf = (digest: Uint8Array): CidBytes => {
  const cid = new Uint8Array(blockCidLength);
  cid.set(blockCidPrefix);
  cid.set(digest, blockCidPrefix.length);
  return cid;
};

/** Returns the CID of a block of a repository as an object. `bytes` must be the CID of one. */
export const toBlockCid = (bytes: CidBytes): CID => {
  const multihash = new Digest(0x12, 32, bytes.subarray(blockCidPrefix.length), bytes.subarray(2));
  return new CID(1, 0x71, multihash, bytes);
};

export const isSameBytes = (left: Uint8Array, right: Uint8Array): boolean => {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
};

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns the text of a CID of version 1: multibase `b`, base32 without padding (RFC 4648 section 6). */
export const cidText = (cid: CidBytes): string => {
  let text = "b";
  let bits = 0;
  let held = 0;
  for (let at = 0; at < cid.length; at += 1) {
    bits = ((bits << 8) | (cid[at] ?? 0)) & 0xfff;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += alphabet[(bits >> held) & 31];
    }
  }
  return held > 0 ? text + alphabet[(bits << (5 - held)) & 31] : text;
};

const valueOf = (code: number): number => {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x32 && code <= 0x37 ? code - 0x32 + 26 : -1;
};

/** Returns the bytes of a CID in the form that `cidText` returns, or null for any other text. */
export const parseCidText = (text: string): CidBytes | null => {
  const digits = text.length - 1;
  if (digits < 1 || text[0] !== "b") return null;
  const cid = new Uint8Array(Math.floor((digits * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let place = 1; place <= digits; place += 1) {
    const value = valueOf(text.charCodeAt(place));
    if (value < 0) return null;
    bits = ((bits << 5) | value) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    cid[at] = (bits >> held) & 0xff;
    at += 1;
  }
  const isShortest = held < 5 && (bits & ((1 << held) - 1)) === 0;
  return isShortest ? cid : null;
};
