import * as Effect from "effect/Effect";
import * as decisions from "../../domain/authorization/end/endAuthorization.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { needsRevocation } from "../../domain/session/needsRevocation.ts";
import type { PdsSession } from "../../domain/session/PdsSession.ts";
import { type SessionEnd, SessionEnded } from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { authorizations, sessions } from "../event/aggregates.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { putSecret, vaultRow } from "../vault/vaultSecrets.ts";
import { revokeInBackground } from "./revoke/revokeAtPds.ts";

type Established = Extract<PdsSession, { readonly _tag: "Established" }>;

interface EndOptions {
  /** Ends the session only in a state that satisfies this; in any state by default. */
  readonly onlyIf?: (state: Established) => boolean;
  /** The tokens to revoke, if they differ from those in the vault. */
  readonly secrets?: SessionSecrets;
}

/** The tokens to revoke stay in the vault until they are revoked at the PDS. */
const updateSecrets = Effect.fnUntraced(function* (
  sessionId: string,
  reason: SessionEnd,
  secrets: SessionSecrets | undefined
) {
  const row = vaultRow.session(sessionId);
  if (!needsRevocation(reason)) return yield* (yield* TokenVault).remove(row);
  if (secrets !== undefined) yield* putSecret(SessionSecrets, row, secrets, null);
});

/** Session and authorization end in one transaction, so that neither is left without the other. */
const decideEnd = Effect.fnUntraced(function* (
  sessionId: string,
  reason: SessionEnd,
  { onlyIf = () => true, secrets }: EndOptions
) {
  const stream = streamName("session", sessionId);
  const { state, version } = yield* loadAggregate(sessions, stream);
  if (state._tag !== "Established" || !onlyIf(state)) return { appends: [], outcome: false };
  const { authorizationId, did } = state.established;
  const owner = streamName("authorization", authorizationId);
  const authorization = yield* loadAggregate(authorizations, owner);
  const ends = decisions.endAuthorization(authorization.state, authorizationId, "session-ended");
  const clientId = "request" in authorization.state ? authorization.state.request.clientId : null;
  const metadata = { actor: systemActor, clientId, authorizationId, subjectDid: did };
  return {
    appends: [
      { stream, version, events: [new SessionEnded({ sessionId, reason })], metadata },
      { stream: owner, version: authorization.version, events: ends, metadata }
    ],
    alongside: updateSecrets(sessionId, reason, secrets),
    outcome: true
  };
});

/**
 * Ends a session at a PDS with the authorization that depends on it. If the PDS does not know yet, the session is
 * revoked there in the background.
 */
export const endSession = traced("endSession")(function* (
  sessionId: string,
  reason: SessionEnd,
  options: EndOptions = {}
) {
  const { outcome: ended } = yield* decideAcross(decideEnd(sessionId, reason, options));
  if (ended && needsRevocation(reason)) yield* revokeInBackground(sessionId);
});
