import * as Context from "effect/Context";
import type * as Option from "effect/Option";

/** Encrypts under keys of 32 random bytes that the caller holds, such as those of persons. */
export class KeyedCipher extends Context.Tag("domain/KeyedCipher")<
  KeyedCipher,
  {
    /** Encrypts. `associated` is authenticated, so that a ciphertext is valid only where it was stored. */
    readonly encrypt: (key: Uint8Array, associated: string, plaintext: Uint8Array) => Uint8Array;
    /** Decrypts; none if the key, the associated text or the bytes differ. */
    readonly decrypt: (key: Uint8Array, associated: string, bytes: Uint8Array) => Option.Option<Uint8Array>;
    /** Returns a keyed hash of a text in base64url. Without the key, it says nothing about the text. */
    readonly tag: (key: Uint8Array, text: string) => string;
  }
>() {}
