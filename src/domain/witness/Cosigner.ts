import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { VerifierKey } from "../transparency/VerifierKey.ts";

/** The key of a witness. */
export class Cosigner extends Context.Tag("domain/Cosigner")<
  Cosigner,
  {
    /** The public key, of type `cosignature`. */
    readonly key: VerifierKey;
    /** Signs a message with Ed25519 (RFC 8032), and returns the 64 bytes of the signature. */
    readonly sign: (message: Uint8Array) => Effect.Effect<Uint8Array>;
  }
>() {}
