import { createHmac } from "node:crypto";
import * as Layer from "effect/Layer";
import { KeyedCipher } from "../../domain/crypto/KeyedCipher.ts";
import { decrypt, encrypt } from "./aesGcm.ts";

/** Implements `KeyedCipher` with AES-256-GCM under a random nonce, and HMAC-SHA256. */
export const layer: Layer.Layer<KeyedCipher> = Layer.succeed(
  KeyedCipher,
  KeyedCipher.of({
    encrypt: (key, associated, plaintext) => encrypt(key, Buffer.from(associated, "utf8"), plaintext),
    decrypt: (key, associated, bytes) => decrypt(key, Buffer.from(associated, "utf8"), bytes),
    tag: (key, text) => createHmac("sha256", key).update("tidemark/tag\0").update(text).digest("base64url")
  })
);
