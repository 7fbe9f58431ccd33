import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { parseMultikey } from "./parseMultikey.ts";

const curves = { k256: secp256k1, p256 };

/**
 * Whether a key signed the SHA-256 of a message. The signature is r and s in 64 bytes, in low-S form; `key` is a
 * Multikey, `z…`. False for an invalid key (AT Protocol, Cryptography).
 */
export const isSignedBy = (key: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const publicKey = parseMultikey(key);
  if (publicKey === null || signature.length !== 64) return false;
  try {
    return curves[publicKey.curve].verify(signature, message, publicKey.point, { lowS: true });
  } catch {
    return false;
  }
};
