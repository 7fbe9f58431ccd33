import { base58btc } from "multiformats/bases/base58";

/** A public key of a repository: its curve, and the compressed point. */
export interface PublicKey {
  readonly curve: "k256" | "p256";
  readonly point: Uint8Array;
}

/** The curves of signing keys, by the multicodec prefixes of their public keys. */
const prefixes = [
  { curve: "k256", prefix: [0xe7, 0x01] },
  { curve: "p256", prefix: [0x80, 0x24] }
] as const;

const pointLength = 33;

const decoded = (key: string): Uint8Array | null => {
  try {
    return base58btc.decode(key);
  } catch {
    return null;
  }
};

/**
 * Returns the public key of a Multikey, `z…`, or null if it has another curve or form. Whether the point is on the
 * curve is not checked (AT Protocol, Cryptography).
 */
export const parseMultikey = (key: string): PublicKey | null => {
  const bytes = decoded(key);
  const found = prefixes.find(({ prefix }) => prefix.every((byte, at) => bytes?.[at] === byte));
  if (bytes === null || found === undefined) return null;
  const point = bytes.subarray(found.prefix.length);
  return point.length === pointLength && (point[0] === 2 || point[0] === 3) ? { curve: found.curve, point } : null;
};
