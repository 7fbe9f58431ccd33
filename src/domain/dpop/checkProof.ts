import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { fitsInBytes } from "../record/shape/fitsInBytes.ts";
import { type DpopProof, InvalidDpopProof } from "./DpopProof.ts";
import { normalizeHtu } from "./normalizeHtu.ts";

/** What a proof must say to be good for one request. `now` is in seconds since 1970. */
export interface ProofExpectation {
  readonly htm: string;
  /** The address of the endpoint under the configured public URL, never from request headers. */
  readonly htu: string;
  readonly now: number;
  /** At a resource: the base64url SHA-256 of the access token; null at the token endpoint. */
  readonly ath: string | null;
  /** The thumbprint that the token or code is bound to; null when any key may come. */
  readonly jkt: string | null;
  /** Whether a nonce of the service vouches for its time, so that the client's clock matters less. */
  readonly vouched?: boolean;
}

/** How old a proof may be, and how far ahead its clock, alone and with a nonce: seconds (RFC 9449 section 11.1). */
export const proofAge = { past: 300, future: 60, vouchedFuture: 300 } as const;

/** Bytes in UTF-8: what is remembered of each proof is bounded. */
export const maxJtiLength = 256;

const refuse = (reason: InvalidDpopProof["reason"]) => Either.left(new InvalidDpopProof({ reason }));

const sameUri = (left: string, right: string): boolean =>
  Option.getOrElse(
    Option.zipWith(normalizeHtu(left), normalizeHtu(right), (a, b) => a === b),
    () => false
  );

/**
 * Checks everything of a verified proof but its use for a first time, which `ReplayGuard` decides after this
 * (RFC 9449 section 4.3, items 8 to 12).
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
