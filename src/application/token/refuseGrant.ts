import * as Effect from "effect/Effect";
import type { AuthorizationEvent } from "../../domain/authorization/AuthorizationEvent.ts";
import { InvalidGrant } from "../../domain/authorization/token/InvalidGrant.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { endAuthorizationAndRevoke } from "../authorizations/endAuthorization.ts";
import { findEndReason } from "../sessions/findEndReason.ts";

/** Whether a decision ended the authorization. */
export const endsAuthorization = (events: ReadonlyArray<AuthorizationEvent>): boolean =>
  events.some(({ _tag }) => _tag === "AuthorizationEnded.v1");

/**
 * Rejects a code or refresh token. If that ended the authorization, because the token was stolen or the authorization
 * expired, the session at the PDS ends with it; the response does not depend on that.
 */
export const refuseGrant = Effect.fnUntraced(function* (
  authorizationId: string,
  { answer, ended }: { readonly answer: InvalidGrant; readonly ended: boolean }
) {
  if (ended) {
    yield* endAuthorizationAndRevoke({ authorizationId, reason: "session-ended", actor: systemActor }).pipe(
      Effect.catchAll((problem) => Effect.logWarning("The session of an ended authorization is still open", problem))
    );
  }
  if (answer.reason !== "ended") return yield* answer;
  const why = yield* findEndReason(authorizationId);
  return yield* new InvalidGrant({ reason: "ended", ...(why !== null && { why }) });
});
