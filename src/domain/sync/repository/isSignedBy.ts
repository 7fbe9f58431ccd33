import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { base58btc } from "multiformats/bases/base58";

/** The curves of signing keys of repositories, by the multicodec prefixes of their public keys. */
const curves = [
  { prefix: [0xe7, 0x01], verify: secp256k1.verify },
  { prefix: [0x80, 0x24], verify: p256.verify }
];

const decoded = (key: string): Uint8Array | null => {
  try {
    return base58btc.decode(key);
  } catch {
    return null;
  }
};

/**
 * Whether a key signed the SHA-256 of a message. The signature is r and s in 64 bytes, in low-S form; `key` is a
 * Multikey, `z…`. False for an invalid key (AT Protocol, Cryptography).
 */
export const isSignedBy = (key: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const bytes = decoded(key);
  const curve = curves.find(({ prefix }) => prefix.every((byte, at) => bytes?.[at] === byte));
  if (bytes === null || curve === undefined || signature.length !== 64) return false;
  try {
    return curve.verify(signature, message, bytes.subarray(curve.prefix.length), { lowS: true });
  } catch {
    return false;
  }
};
