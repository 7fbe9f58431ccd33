import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { checkProof, proofAge } from "../../domain/dpop/checkProof.ts";
import { DpopNonces, UseDpopNonce } from "../../domain/dpop/DpopNonces.ts";
import { type DpopProof, DpopProofs, InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { consumeUses } from "../event/commitUnit.ts";
import type { PendingUse } from "../event/PendingUse.ts";

/** A proof, and the request it was sent with. */
interface PresentedProof {
  readonly proof: string;
  readonly htm: string;
  readonly htu: string;
  readonly ath: string | null;
  readonly jkt: string | null;
}

/** An invalid nonce is not an error of the client: it receives the current one, and nothing is consumed. */
const checkNonce = Effect.fnUntraced(function* (proof: DpopProof, now: number) {
  const nonces = yield* DpopNonces;
  const nonce = nonces.current(now);
  if (nonce === null) return false;
  return nonces.accepts(proof.nonce, now) ? true : yield* new UseDpopNonce({ nonce });
});

/**
 * Verifies everything about a proof except its first use, and consumes nothing, so that it may be sent again (RFC 9449
 * section 4.3).
 */
export const inspectProof = traced("inspectProof")(function* ({ proof: sent, ...request }: PresentedProof) {
  const proofs = yield* DpopProofs;
  const now = yield* Clock.currentTimeMillis;
  const proof = yield* proofs.verify(sent);
  const vouched = yield* checkNonce(proof, now);
  return yield* checkProof(proof, { ...request, vouched, now: Math.floor(now / 1000) });
});

/**
 * Returns the use of a proof. It is consumed once per key across all processes, after everything else was verified (RFC 9449
 * section 11.1).
 */
export const useOfProof = ({ iat, jkt, jti }: DpopProof): PendingUse<InvalidDpopProof> => ({
  use: { scope: jkt, id: jti, expiresAt: (iat + proofAge.past) * 1000 },
  refusal: () => new InvalidDpopProof({ reason: "replayed" })
});

/** Verifies a proof for one request, including its first use. */
export const verifyProof = (request: PresentedProof) =>
  Effect.tap(inspectProof(request), (proof) => consumeUses([useOfProof(proof)]));
