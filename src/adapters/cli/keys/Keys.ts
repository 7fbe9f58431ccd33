import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import type { KeyForm } from "./KeyForm.ts";

/** A public key of the service as a JWK; `kid` is its RFC 7638 thumbprint. */
interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: "ES256";
  readonly use: "sig";
}

interface GeneratedKey {
  readonly text: Redacted.Redacted;
  readonly publicKey: PublicKey;
}

/** The keys that the environment configures: the first signs. */
export interface KeysInUse {
  /** The name of the variable, or the key file of a development instance. */
  readonly source: string;
  readonly keys: ReadonlyArray<PublicKey>;
}

/** The keys that sign checkpoints of the log: the first signs. */
export interface CheckpointKeys {
  /** The name of the variable, or the key file of a development instance; null if there is no key yet. */
  readonly source: string | null;
  /** The verifier keys, as `/log/key` publishes them. */
  readonly verifierKeys: ReadonlyArray<string>;
}

/** Generates keys for the service and reads its public keys. Only a new private key leaves this port. */
export class Keys extends Context.Tag("cli/Keys")<
  Keys,
  {
    readonly generate: (form: KeyForm) => Effect.Effect<GeneratedKey>;
    /** Generates a key for `AUDIT_SIGNING_KEY`, as one line. */
    readonly audit: Effect.Effect<Redacted.Redacted>;
    /** Generates a secret for `SECRET_KEY_BASE`. */
    readonly secret: Effect.Effect<Redacted.Redacted>;
    /** Generates a secret for `WEBHOOK_SECRET`. */
    readonly webhook: Effect.Effect<Redacted.Redacted>;
    /** Fails with one line that names the variable and never its value. */
    readonly inUse: Effect.Effect<KeysInUse, { readonly _tag: string; readonly message: string }>;
    /** Fails with one line that names the variable and never its value. */
    readonly ofCheckpoints: Effect.Effect<CheckpointKeys, { readonly _tag: string; readonly message: string }>;
  }
>() {}
