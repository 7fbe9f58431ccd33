import type { RefreshFailure, RevocationFailure } from "../../domain/session/SessionEvent.ts";
import type { UpstreamFailure } from "../../domain/session/UpstreamAuthorization.ts";

/** Failures after which a session is as good as before: all but `invalid-grant`, which is the PDS's word that it is over. */
const passing: Record<Exclude<UpstreamFailure["reason"], "invalid-grant">, RefreshFailure> = {
  unreachable: "unreachable",
  "address-refused": "unreachable",
  timeout: "timeout",
  "server-error": "server-error",
  "rate-limited": "rate-limited",
  "client-refused": "client-refused",
  refused: "client-refused",
  "issuer-mismatch": "malformed",
  "metadata-invalid": "malformed",
  malformed: "malformed"
};

/** How a refresh that may go better the next time is recorded; null for one that ends the session. */
export const refreshFailureOf = (reason: UpstreamFailure["reason"]): RefreshFailure | null =>
  reason === "invalid-grant" ? null : passing[reason];

/** How a revocation that failed is recorded. */
export const revocationFailureOf = (reason: Exclude<UpstreamFailure["reason"], "invalid-grant">): RevocationFailure =>
  passing[reason];
