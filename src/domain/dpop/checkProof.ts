import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { fitsInBytes } from "../record/shape/fitsInBytes.ts";
import { type DpopProof, InvalidDpopProof } from "./DpopProof.ts";
import { normalizeHtu } from "./normalizeHtu.ts";

/** What a proof must contain to be valid for one request. `now` is in seconds since 1970. */
export interface ProofExpectation {
  readonly htm: string;
  /** The URL of the endpoint under the configured public URL, never taken from request headers. */
  readonly htu: string;
  readonly now: number;
  /** At a resource, the base64url SHA-256 of the access token; null at the token endpoint. */
  readonly ath: string | null;
  /** The thumbprint that the token or code is bound to; null when any key is accepted. */
  readonly jkt: string | null;
  /** Whether a nonce of the service proves that the proof is recent, so that a larger clock skew is accepted. */
  readonly vouched?: boolean;
}

/**
 * The maximum age of a proof and the maximum clock skew, without and with a nonce, in seconds (RFC 9449 section 11.1).
 */
export const proofAge = { past: 300, future: 60, vouchedFuture: 300 } as const;

/** The maximum length of a `jti` in UTF-8 bytes, which bounds what is stored for each proof. */
export const maxJtiLength = 256;

const refuse = (reason: InvalidDpopProof["reason"]) => Either.left(new InvalidDpopProof({ reason }));

const sameUri = (left: string, right: string): boolean =>
  Option.getOrElse(
    Option.zipWith(normalizeHtu(left), normalizeHtu(right), (a, b) => a === b),
    () => false
  );

/**
 * Checks a verified proof, except for replay, which `ReplayGuard` checks afterwards (RFC 9449 section 4.3, items 8
 * to 12).
 */
export const checkProof = (
  proof: DpopProof,
  expected: ProofExpectation
): Either.Either<DpopProof, InvalidDpopProof> => {
  if (proof.jti === "" || !fitsInBytes(proof.jti, maxJtiLength)) return refuse("bad-claims");
  if (proof.htm !== expected.htm) return refuse("wrong-method");
  if (!sameUri(proof.htu, expected.htu)) return refuse("wrong-uri");
  if (proof.iat < expected.now - proofAge.past) return refuse("too-old");
  if (proof.iat > expected.now + (expected.vouched === true ? proofAge.vouchedFuture : proofAge.future))
    return refuse("in-the-future");
  if (expected.ath !== null && proof.ath !== expected.ath) return refuse("wrong-token-hash");
  if (expected.jkt !== null && proof.jkt !== expected.jkt) return refuse("wrong-key");
  return Either.right(proof);
};
