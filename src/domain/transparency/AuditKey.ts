import type * as Redacted from "effect/Redacted";

/** An Ed25519 key that signs checkpoints: its public half (32 bytes), and the private one as PKCS#8 PEM. */
export interface AuditKey {
  readonly publicKey: Uint8Array;
  readonly privateKey: Redacted.Redacted;
}
