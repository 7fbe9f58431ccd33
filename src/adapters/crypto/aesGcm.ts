import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import * as Option from "effect/Option";
import { RandomPool } from "../../domain/crypto/RandomPool.ts";

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

const nonces = new RandomPool(randomBytes);

/**
 * Encrypts with AES-256-GCM and a random nonce. Returns nonce, ciphertext and tag (NIST SP 800-38D). The key is a
 * `KeyObject`, because Node.js takes four times as long with the bytes of a key.
 */
export const encrypt = (key: KeyObject, associated: Uint8Array, plaintext: Uint8Array): Uint8Array => {
  const nonce = nonces.take(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(associated);
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]));
};

const open = (key: KeyObject, associated: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(associated)
    .setAuthTag(bytes.subarray(-tagLength));
  return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]));
};

/** Decrypts the output of `encrypt`; none when the key, the associated data or the bytes differ. */
export const decrypt = (key: KeyObject, associated: Uint8Array, bytes: Uint8Array): Option.Option<Uint8Array> =>
  bytes.length < nonceLength + tagLength ? Option.none() : Option.liftThrowable(open)(key, associated, bytes);
