import type { Authorization } from "../Authorization.ts";
import { type AuthorizationEnd, AuthorizationEnded, type AuthorizationEvent } from "../AuthorizationEvent.ts";

/** Decides to end a granted authorization. One that has ended, or was never granted, does not change. */
export const endAuthorization = (
  state: Authorization,
  authorizationId: string,
  reason: AuthorizationEnd
): ReadonlyArray<AuthorizationEvent> =>
  "granted" in state && state._tag !== "Ended" ? [new AuthorizationEnded({ authorizationId, reason })] : [];
