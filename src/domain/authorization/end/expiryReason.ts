import type { Authorization } from "../Authorization.ts";
import type { AuthorizationEnd } from "../AuthorizationEvent.ts";

/**
 * Returns why an authorization has expired at `now`, in Unix milliseconds, without a recorded end; null for any other.
 */
export const expiryReason = (state: Authorization, now: number): AuthorizationEnd | null => {
  if (state._tag === "CodePending") return now >= state.expiresAt ? "code-unused" : null;
  if (state._tag === "Active") return now >= state.tokens.currentExpiresAt ? "expired" : null;
  return null;
};
