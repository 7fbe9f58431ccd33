import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import * as Layer from "effect/Layer";
import { KeyedCipher } from "../../domain/crypto/KeyedCipher.ts";
import { decrypt, encrypt } from "./aesGcm.ts";

/** Implements `KeyedCipher` with AES-256-GCM under a random nonce, and HMAC-SHA256. */
export const layer: Layer.Layer<KeyedCipher> = Layer.sync(KeyedCipher, () => {
  // Prepared once for each key, and kept as long as the caller keeps the bytes.
  const prepared = new WeakMap<Uint8Array, KeyObject>();
  const keyOf = (bytes: Uint8Array): KeyObject => {
    const known = prepared.get(bytes);
    if (known !== undefined) return known;
    const key = createSecretKey(bytes);
    prepared.set(bytes, key);
    return key;
  };
  return KeyedCipher.of({
    encrypt: (key, associated, plaintext) => encrypt(keyOf(key), Buffer.from(associated, "utf8"), plaintext),
    decrypt: (key, associated, bytes) => decrypt(keyOf(key), Buffer.from(associated, "utf8"), bytes),
    tag: (key, text) => createHmac("sha256", keyOf(key)).update("tidemark/tag\0").update(text).digest("base64url")
  });
});
