import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** Verifies the hashes and signatures of repositories. */
export class RepositorySignatures extends Context.Tag("domain/RepositorySignatures")<
  RepositorySignatures,
  {
    /**
     * Whether a key signed the SHA-256 of a message. The signature is r and s in 64 bytes, in low-S form; `key` is a
     * Multikey, `z…`. False for an invalid key (AT Protocol, Cryptography).
     */
    readonly verify: (key: string, message: Uint8Array, signature: Uint8Array) => Effect.Effect<boolean>;
    /** Returns the SHA-256 of bytes (FIPS 180-4). */
    readonly sha256: (bytes: Uint8Array) => Uint8Array;
  }
>() {}
