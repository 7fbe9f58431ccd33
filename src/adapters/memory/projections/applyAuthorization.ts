import type { GrantedAuthorization } from "../../../domain/authorization/GrantedAuthorizations.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { AuthorizationChange } from "../../../domain/projection/authorizations.ts";

/** The authorizations for which tokens were issued, by id. */
export type Granted = Map<string, GrantedAuthorization>;

/** Applies what an event changes in the authorizations. */
export const applyAuthorization = (
  granted: Granted,
  change: AuthorizationChange,
  { position }: RecordedEvent
): void => {
  const before = granted.get(change.key);
  switch (change._tag) {
    case "authorization-granted": {
      const { clientId, did, expiresAt, grantedAt, key: authorizationId, scope } = change;
      const times = { grantedAt, usedAt: grantedAt, expiresAt };
      granted.set(change.key, before ?? { authorizationId, position, did, clientId, scope, ...times, end: null });
      break;
    }
    case "authorization-used":
      if (before) granted.set(change.key, { ...before, usedAt: change.usedAt, expiresAt: change.expiresAt });
      break;
    case "authorization-ended":
      if (before)
        granted.set(change.key, { ...before, end: before.end ?? { at: change.endedAt, reason: change.reason } });
  }
};
