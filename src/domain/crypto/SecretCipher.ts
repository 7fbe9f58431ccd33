import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** An encrypted secret: AES-256-GCM ciphertext with its nonce and tag, and the id of the key. */
export interface Sealed {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** A secret cannot be decrypted: it belongs to another row or key, or is damaged. */
export class UnsealFailed extends Schema.TaggedError<UnsealFailed>()("UnsealFailed", {
  reason: Schema.Literal("unknown-key", "not-authentic")
}) {}

/** Encrypts secrets at rest, bound to the row that stores them. */
export class SecretCipher extends Context.Tag("domain/SecretCipher")<
  SecretCipher,
  {
    /** The ids of the encryption keys. The first encrypts; all decrypt. */
    readonly keyIds: ReadonlyArray<string>;
    /** Encrypts with the first key. `row` is authenticated, so that a ciphertext moved to another row is rejected. */
    readonly seal: (row: string, plaintext: Uint8Array) => Effect.Effect<Sealed>;
    readonly unseal: (row: string, sealed: Sealed) => Effect.Effect<Uint8Array, UnsealFailed>;
    /** Encrypts with a key derived (HKDF-SHA256) from a secret that only its holder has. */
    readonly sealUnder: (secret: string, row: string, plaintext: Uint8Array) => Effect.Effect<Sealed>;
    readonly unsealUnder: (secret: string, row: string, sealed: Sealed) => Effect.Effect<Uint8Array, UnsealFailed>;
  }
>() {}
