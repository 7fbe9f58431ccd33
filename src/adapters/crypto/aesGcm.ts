import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as Option from "effect/Option";

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM and a random nonce. Returns nonce, ciphertext and tag (NIST SP 800-38D). */
export const encrypt = (key: Uint8Array, associated: Uint8Array, plaintext: Uint8Array): Uint8Array => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(associated);
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]));
};

const open = (key: Uint8Array, associated: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(associated)
    .setAuthTag(bytes.subarray(-tagLength));
  return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]));
};

/** Decrypts the output of `encrypt`; none when the key, the associated data or the bytes differ. */
export const decrypt = (key: Uint8Array, associated: Uint8Array, bytes: Uint8Array): Option.Option<Uint8Array> =>
  bytes.length < nonceLength + tagLength ? Option.none() : Option.liftThrowable(open)(key, associated, bytes);
