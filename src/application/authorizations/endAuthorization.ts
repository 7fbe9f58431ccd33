import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import type { AuthorizationEnd } from "../../domain/authorization/AuthorizationEvent.ts";
import { EndedAuthorizations } from "../../domain/authorization/end/EndedAuthorizations.ts";
import * as decisions from "../../domain/authorization/end/endAuthorization.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { SessionEnded } from "../../domain/session/SessionEvent.ts";
import { authorizations, sessions } from "../event/aggregates.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { revokeInBackground } from "../sessions/revoke/revokeAtPds.ts";

/**
 * Which authorization ends, for what reason and by whom. A reason may depend on the state; null leaves the
 * authorization active.
 */
export interface EndAuthorization {
  readonly authorizationId: string;
  readonly reason: AuthorizationEnd | ((state: Authorization) => AuthorizationEnd | null);
  readonly actor: Actor;
}

const endOfSession = Effect.fnUntraced(function* (sessionId: string) {
  const stream = streamName("session", sessionId);
  const { state, version } = yield* loadAggregate(sessions, stream);
  const events = state._tag === "Established" ? [new SessionEnded({ sessionId, reason: "revoked" })] : [];
  return { stream, version, events };
});

const decideEnd = Effect.fnUntraced(function* ({ actor, authorizationId, reason }: EndAuthorization) {
  const stream = streamName("authorization", authorizationId);
  const { state, version } = yield* loadAggregate(authorizations, stream);
  const why = typeof reason === "string" ? reason : reason(state);
  if (!("granted" in state) || why === null) return { appends: [], outcome: { ended: false, sessionId: null } };
  const { did, sessionId } = state.granted;
  const events = decisions.endAuthorization(state, authorizationId, why);
  const session = yield* endOfSession(sessionId);
  const metadata = { actor, clientId: state.request.clientId, authorizationId, subjectDid: did };
  const isRevoked = session.events.length > 0;
  return {
    appends: [
      { stream, version, events, metadata },
      { ...session, metadata }
    ],
    outcome: { ended: events.length > 0, sessionId: isRevoked ? sessionId : null }
  };
});

/**
 * Ends an authorization and its session at the PDS in one transaction. Waits until this process rejects its tokens;
 * other processes follow within a second. The outbox revokes the session at the PDS. Returns whether the authorization
 * was active, and the session to revoke.
 */
export const endAuthorization = traced("endAuthorization")(function* (request: EndAuthorization) {
  const { outcome, position } = yield* decideAcross(decideEnd(request));
  const projection = yield* EndedAuthorizations;
  yield* projection.awaitPosition(position);
  return outcome;
});

/** Ends an authorization and revokes its session at the PDS in the background. Returns whether it was active. */
export const endAuthorizationAndRevoke = Effect.fnUntraced(function* (request: EndAuthorization) {
  const { ended, sessionId } = yield* endAuthorization(request);
  if (sessionId !== null) yield* revokeInBackground(sessionId);
  return ended;
});
