import * as Effect from "effect/Effect";
import type { AuthorizationEvent } from "../../domain/authorization/AuthorizationEvent.ts";
import { AuthorizationEnded } from "../../domain/authorization/AuthorizationEvent.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import type { PdsSession } from "../../domain/session/PdsSession.ts";
import { type SessionEnd, SessionEnded, type SessionEvent } from "../../domain/session/SessionEvent.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { authorizations, sessions } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { vaultRow } from "./vaultSecrets.ts";

const system = { type: "system", id: null } as const;

const aboutSession = (state: PdsSession) =>
  state._tag === "Unknown"
    ? { actor: system }
    : { actor: system, authorizationId: state.established.authorizationId, subjectDid: state.established.did };

const endAuthorization = (authorizationId: string) =>
  decide({
    aggregate: authorizations,
    stream: streamName("authorization", authorizationId),
    about: (state) => ({
      actor: system,
      authorizationId,
      subjectDid: "granted" in state ? state.granted.did : null,
      clientId: "request" in state ? state.request.clientId : null
    }),
    decide: (state) => {
      const over = !("granted" in state) || state._tag === "Ended";
      const events: ReadonlyArray<AuthorizationEvent> = over
        ? []
        : [new AuthorizationEnded({ authorizationId, reason: "session-ended" })];
      return Effect.succeed({ events, outcome: undefined });
    }
  });

/** Ends a session at a PDS, forgets its secrets, and ends the authorization that depends on it. */
export const endSession = Effect.fn("endSession")(function* (sessionId: string, reason: SessionEnd) {
  const vault = yield* TokenVault;
  const { outcome: authorizationId } = yield* decide({
    aggregate: sessions,
    stream: streamName("session", sessionId),
    about: aboutSession,
    decide: (state) => {
      const established = state._tag === "Established" ? state.established : null;
      const events: ReadonlyArray<SessionEvent> = established === null ? [] : [new SessionEnded({ sessionId, reason })];
      return Effect.succeed({ events, outcome: established?.authorizationId ?? null });
    },
    alongside: () => vault.remove(vaultRow.session(sessionId))
  });
  if (authorizationId !== null) yield* endAuthorization(authorizationId);
});
