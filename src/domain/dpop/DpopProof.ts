import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A proof with a valid signature (RFC 9449 section 4.2). `iat` is in seconds since 1970. */
export interface DpopProof {
  /** The RFC 7638 SHA-256 thumbprint of the public key, in base64url. */
  readonly jkt: string;
  readonly jti: string;
  readonly htm: string;
  readonly htu: string;
  readonly iat: number;
  readonly ath: string | null;
  readonly nonce: string | null;
}

/** A proof is rejected (RFC 9449 section 4.3). */
export class InvalidDpopProof extends Schema.TaggedError<InvalidDpopProof>()("InvalidDpopProof", {
  reason: Schema.Literal(
    "missing",
    "several",
    "malformed",
    "wrong-typ",
    "alg-not-allowed",
    "bad-key",
    "bad-signature",
    "bad-claims",
    "wrong-method",
    "wrong-uri",
    "too-old",
    "in-the-future",
    "replayed",
    "wrong-token-hash",
    "wrong-key"
  )
}) {}

/** Parses a compact JWS and verifies its signature with the key in its header. It checks nothing else. */
export class DpopProofs extends Context.Tag("domain/DpopProofs")<
  DpopProofs,
  {
    readonly verify: (compact: string) => Effect.Effect<DpopProof, InvalidDpopProof>;
  }
>() {}
