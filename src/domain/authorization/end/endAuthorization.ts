import type { Authorization } from "../Authorization.ts";
import { type AuthorizationEnd, AuthorizationEnded, type AuthorizationEvent } from "../AuthorizationEvent.ts";

/** Ends an authorization that somebody was granted; what has ended, or was never granted, stays as it is. */
export const endAuthorization = (
  state: Authorization,
  authorizationId: string,
  reason: AuthorizationEnd
): ReadonlyArray<AuthorizationEvent> =>
  "granted" in state && state._tag !== "Ended" ? [new AuthorizationEnded({ authorizationId, reason })] : [];
