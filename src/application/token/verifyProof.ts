import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { checkProof, proofAge } from "../../domain/dpop/checkProof.ts";
import { DpopProofs, InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { ReplayGuard } from "../../domain/dpop/ReplayGuard.ts";

/**
 * Verifies a DPoP proof for one request, its first use included, which is decided after everything else
 * (RFC 9449 sections 4.3 and 11.1).
 */
export const verifyProof = Effect.fn("verifyProof")(function* (request: {
  readonly proof: string;
  readonly htm: string;
  readonly htu: string;
  readonly ath: string | null;
  readonly jkt: string | null;
}) {
  const { htm, htu, ath, jkt } = request;
  const proofs = yield* DpopProofs;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const proof = yield* checkProof(yield* proofs.verify(request.proof), { htm, htu, ath, jkt, now });
  const guard = yield* ReplayGuard;
  const first = yield* guard.remember(proof.jkt, proof.jti, (proof.iat + proofAge.past) * 1000);
  return first ? proof : yield* new InvalidDpopProof({ reason: "replayed" });
});
