import type { RefreshFailure, RevocationFailure } from "../../../domain/session/SessionEvent.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";

/** `invalid-grant` means that the session is over at the PDS, and without its key no request can be made. */
const isFinal = (reason: UpstreamFailure["reason"]): reason is "invalid-grant" | "client-key-retired" =>
  reason === "invalid-grant" || reason === "client-key-retired";

/** Failures that leave the session usable. */
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

/** Returns how a retryable refresh failure is recorded; null for one that ends the session. */
export const refreshFailureOf = (reason: UpstreamFailure["reason"]): RefreshFailure | null =>
  isFinal(reason) ? null : retryableFailures[reason];

/** Returns how a failed revocation is recorded. */
export const revocationFailureOf = (reason: Exclude<UpstreamFailure["reason"], "invalid-grant">): RevocationFailure =>
  reason === "client-key-retired" ? reason : retryableFailures[reason];
