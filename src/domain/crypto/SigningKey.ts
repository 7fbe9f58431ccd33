import type * as Redacted from "effect/Redacted";

/** A P-256 private key of the service: its RFC 7638 thumbprint as key id, and the JSON text of its private JWK. */
export interface SigningKey {
  readonly kid: string;
  readonly jwk: Redacted.Redacted;
}
