import * as Schema from "effect/Schema";

/** A private P-256 key as a JWK (RFC 7518 section 6.2.2). */
export const EcPrivateJwk = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Schema.String,
  y: Schema.String,
  d: Schema.String
});
export type EcPrivateJwk = typeof EcPrivateJwk.Type;
