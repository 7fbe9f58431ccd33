import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** What is stored of a secret: AES-256-GCM ciphertext with its nonce and tag, and the key that sealed it. */
export interface Sealed {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** A sealed secret that does not open: another row's, another key's, or damaged. */
export class UnsealFailed extends Schema.TaggedError<UnsealFailed>()("UnsealFailed", {
  reason: Schema.Literal("unknown-key", "not-authentic")
}) {}

/** Seals what must not be read at rest, bound to the row it is stored in. */
export class SecretCipher extends Context.Tag("domain/SecretCipher")<
  SecretCipher,
  {
    /** The ids of the service's keys: the first seals, all open. */
    readonly keyIds: ReadonlyArray<string>;
    /** Seals under the service's first key; `row` is authenticated with it, so that a moved ciphertext does not open. */
    readonly seal: (row: string, plaintext: Uint8Array) => Effect.Effect<Sealed>;
    readonly unseal: (row: string, sealed: Sealed) => Effect.Effect<Uint8Array, UnsealFailed>;
    /** Seals under a key derived (HKDF-SHA256) from a secret that only its holder presents. */
    readonly sealUnder: (secret: string, row: string, plaintext: Uint8Array) => Effect.Effect<Sealed>;
    readonly unsealUnder: (secret: string, row: string, sealed: Sealed) => Effect.Effect<Uint8Array, UnsealFailed>;
  }
>() {}
