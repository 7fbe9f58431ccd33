import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";

/** How a private key may be written in `OAUTH_SIGNING_KEY`. */
export const keyForms = ["multibase", "pem", "jwk"] as const;
export type KeyForm = (typeof keyForms)[number];

/** The public half of a key of the service; `kid` is its RFC 7638 thumbprint. */
export interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: "ES256";
  readonly use: "sig";
}

export interface GeneratedKey {
  readonly text: Redacted.Redacted;
  readonly publicKey: PublicKey;
}

/** The keys that the environment gives the service: the first signs. */
export interface KeysInUse {
  /** The variable, or the file of a development instance. */
  readonly source: string;
  readonly keys: ReadonlyArray<PublicKey>;
}

/** Makes keys of the service, and reads those it has; the private halves stay inside but for a new one. */
export class Keys extends Context.Tag("cli/Keys")<
  Keys,
  {
    readonly generate: (form: KeyForm) => Effect.Effect<GeneratedKey>;
    /** A new text for `SECRET_KEY_BASE`. */
    readonly secret: Effect.Effect<Redacted.Redacted>;
    /** Fails with one line that names the variable and never its value. */
    readonly inUse: Effect.Effect<KeysInUse, { readonly _tag: string; readonly message: string }>;
  }
>() {}
