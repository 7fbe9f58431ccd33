import type { RefreshFailure, RevocationFailure } from "../../../domain/session/SessionEvent.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";

/** `invalid-grant` is the PDS's word that a session is over, and without its key nobody can ask. */
const isFinal = (reason: UpstreamFailure["reason"]): reason is "invalid-grant" | "client-key-retired" =>
  reason === "invalid-grant" || reason === "client-key-retired";

/** Failures after which a session is as good as before. */
const retryableFailures: Record<
  Exclude<UpstreamFailure["reason"], "invalid-grant" | "client-key-retired">,
  RefreshFailure
> = {
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
  isFinal(reason) ? null : retryableFailures[reason];

/** How a revocation that failed is recorded. */
export const revocationFailureOf = (reason: Exclude<UpstreamFailure["reason"], "invalid-grant">): RevocationFailure =>
  reason === "client-key-retired" ? reason : retryableFailures[reason];
