import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { type CryptoKey, importJWK } from "jose";

const EcPrivateJwk = Schema.parseJson(
  Schema.Struct({
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    x: Schema.String,
    y: Schema.String,
    d: Schema.String
  })
);

/** A P-256 private key that can sign, and the public members of its JWK. */
export interface ImportedKey {
  readonly privateKey: CryptoKey;
  readonly publicJwk: { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string };
}

/** Imports the JSON text of a P-256 private JWK. It comes from the service itself, so a failure is a defect. */
export const importPrivateJwk: (text: Redacted.Redacted<string>) => Effect.Effect<ImportedKey> = Effect.fnUntraced(
  function* (text) {
    const { d, ...publicJwk } = yield* Schema.decode(EcPrivateJwk)(Redacted.value(text));
    const privateKey = yield* Effect.promise(() => importJWK({ ...publicJwk, d }, "ES256"));
    if (privateKey instanceof Uint8Array) return yield* Effect.dieMessage("an EC key does not import as a secret");
    return { privateKey, publicJwk };
  },
  Effect.orDie
);
