import { createSecretKey, type KeyObject } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { SecretCipher, UnsealFailed } from "../../domain/crypto/SecretCipher.ts";
import { decrypt, encrypt } from "./aesGcm.ts";
import { deriveKey } from "./deriveKey.ts";

interface SecretCipherOptions {
  /**
   * Each has at least 32 characters of entropy. The first encrypts; the others only decrypt existing secrets. Without any,
   * nothing is decrypted, and to encrypt is a defect.
   */
  readonly secrets: ReadonlyArray<Redacted.Redacted>;
}

interface Key {
  readonly id: string;
  readonly secretKey: KeyObject;
}

const keyLength = 32;
const presentedKeyId = "presented";

/** Returns the id of the key of a secret, which is stored with what the key encrypts. */
export const secretKeyId = (secret: Redacted.Redacted): string =>
  deriveKey(Redacted.value(secret), "tidemark/secret-cipher/key-id", 9).toString("base64url");

const keyOf = (secret: Redacted.Redacted): Key => ({
  id: secretKeyId(secret),
  secretKey: createSecretKey(deriveKey(Redacted.value(secret), "tidemark/secret-cipher/key", keyLength))
});

const presentedKey = (secret: string, row: string): Key => ({
  id: presentedKeyId,
  secretKey: createSecretKey(deriveKey(secret, `tidemark/secret-cipher/presented/${row}`, keyLength))
});

const associated = (keyId: string, row: string): Uint8Array => Buffer.from(`${keyId}\0${row}`, "utf8");

const sealWith = (key: Key, row: string, plaintext: Uint8Array) =>
  Effect.sync(() => ({ keyId: key.id, bytes: encrypt(key.secretKey, associated(key.id, row), plaintext) }));

const openWith = (key: Key | undefined, row: string, bytes: Uint8Array) =>
  key === undefined
    ? Effect.fail(new UnsealFailed({ reason: "unknown-key" }))
    : Option.match(decrypt(key.secretKey, associated(key.id, row), bytes), {
        onNone: () => Effect.fail(new UnsealFailed({ reason: "not-authentic" })),
        onSome: Effect.succeed
      });

/**
 * Implements `SecretCipher` with AES-256-GCM: keys derived by HKDF-SHA256 from the secrets of the service, a random 96-bit
 * nonce, and key id and row as associated data, so that a ciphertext is valid only in its own row. Stored bytes are
 * nonce, ciphertext and tag.
 */
export const layer = (options: SecretCipherOptions): Layer.Layer<SecretCipher> =>
  Layer.sync(SecretCipher, () => {
    const keys = options.secrets.map(keyOf);
    const [sealing] = keys;
    return SecretCipher.of({
      keyIds: keys.map(({ id }) => id),
      seal: (row, plaintext) =>
        sealing === undefined
          ? Effect.dieMessage("This process has no secret to encrypt with")
          : sealWith(sealing, row, plaintext),
      unseal: (row, sealed) =>
        openWith(
          keys.find((key) => key.id === sealed.keyId),
          row,
          sealed.bytes
        ),
      sealUnder: (secret, row, plaintext) => sealWith(presentedKey(secret, row), row, plaintext),
      unsealUnder: (secret, row, sealed) =>
        openWith(sealed.keyId === presentedKeyId ? presentedKey(secret, row) : undefined, row, sealed.bytes)
    });
  });
