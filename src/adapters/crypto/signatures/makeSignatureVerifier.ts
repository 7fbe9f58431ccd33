import { createPublicKey, hash, type KeyObject, verify as verifyNode } from "node:crypto";
import { instantiateSecp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1.js";
import type { Secp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1-types.js";
import { LRUCache } from "lru-cache";
import { derOfSignature } from "../../../domain/crypto/ecdsaSignature.ts";
import { parseMultikey } from "../../../domain/sync/repository/parseMultikey.ts";

/** Verifies a signature of 64 bytes by one key. */
type Verify = (message: Uint8Array, signature: Uint8Array) => boolean;

/** Verifies signatures of repositories like the port `RepositorySignatures`. */
export type SignatureVerifier = (key: string, message: Uint8Array, signature: Uint8Array) => boolean;

/** A key costs 300 bytes to 1 kB, and about 30 µs to read again. */
const maxKeys = 10_000;

/** The header of a SubjectPublicKeyInfo for a compressed point on P-256 (RFC 5480 section 2). */
const p256Header = Buffer.from("3039301306072a8648ce3d020106082a8648ce3d030107032200", "hex");

/** Half the order of P-256: OpenSSL also accepts the other s of a signature, which is greater. */
const p256HalfOrder = Buffer.from("7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8", "hex");

/** Returns the SHA-256 of bytes (FIPS 180-4). */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");

const never: Verify = () => false;

const readP256 = (point: Uint8Array): KeyObject | null => {
  try {
    return createPublicKey({ key: Buffer.concat([p256Header, point]), format: "der", type: "spki" });
  } catch {
    return null;
  }
};

const byP256 = (point: Uint8Array): Verify => {
  const key = readP256(point);
  if (key === null) return never;
  // Node.js takes half as long again with a key that has options, as for a signature that is not in DER.
  return (message, signature) =>
    p256HalfOrder.compare(signature, 32) >= 0 && verifyNode("sha256", message, key, derOfSignature(signature));
};

/** libsecp256k1 accepts low-S signatures only. A point in full saves a square root for each signature. */
const byK256 = (secp256k1: Secp256k1, point: Uint8Array): Verify => {
  const key = secp256k1.uncompressPublicKey(point);
  if (typeof key === "string") return never;
  return (message, signature) => secp256k1.verifySignatureCompactLowS(signature, key, sha256(message));
};

const readKey = (secp256k1: Secp256k1, multikey: string): Verify => {
  const key = parseMultikey(multikey);
  if (key === null) return never;
  return key.curve === "p256" ? byP256(key.point) : byK256(secp256k1, key.point);
};

/**
 * Creates a verifier with libsecp256k1 in WebAssembly for K-256, which most accounts use, and OpenSSL for P-256. The keys
 * that were used last are kept in the form that is verified fastest.
 */
export const makeSignatureVerifier = async (): Promise<SignatureVerifier> => {
  const secp256k1 = await instantiateSecp256k1();
  const keys = new LRUCache<string, Verify>({ max: maxKeys });
  const verifyOf = (key: string): Verify => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const verify = readKey(secp256k1, key);
    keys.set(key, verify);
    return verify;
  };
  return (key, message, signature) => signature.length === 64 && verifyOf(key)(message, signature);
};
