import * as Effect from "effect/Effect";
import { streamName } from "../../domain/event/StreamName.ts";
import { type SessionEvent, SessionRefreshed, SessionTokensArrivedLate } from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../domain/session/UpstreamAuthorization.ts";
import { sessions } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { giveBackNow } from "./giveBack.ts";
import { aboutSession, type OpenSession } from "./OpenSession.ts";
import { putSecret, vaultRow } from "./vaultSecrets.ts";

/** What the vault holds of a session once other tokens came; a PDS that sends no refresh token means the old one. */
export const withTokens = (secrets: SessionSecrets, { accessToken, refreshToken }: UpstreamTokens): SessionSecrets => ({
  ...secrets,
  accessToken,
  refreshToken: refreshToken ?? secrets.refreshToken
});

/** Keeps the tokens of a refresh with its outcome. Those that come for a session that has ended are given back. */
export const keepTokens = (session: OpenSession, fence: number, tokens: UpstreamTokens) =>
  Effect.gen(function* () {
    const { sessionId, secrets } = session;
    const { expiresAt: accessExpiresAt, scope } = tokens;
    const refreshed = new SessionRefreshed({ sessionId, fence, scope, accessExpiresAt });
    const late = new SessionTokensArrivedLate({ sessionId, fence });
    const { outcome: isLate } = yield* decide({
      aggregate: sessions,
      stream: streamName("session", sessionId),
      about: () => aboutSession(session),
      decide: (state) => {
        const events: ReadonlyArray<SessionEvent> = [state._tag === "Ended" ? late : refreshed];
        return Effect.succeed({ events, outcome: state._tag === "Ended" });
      },
      alongside: () => putSecret(SessionSecrets, vaultRow.session(sessionId), withTokens(secrets, tokens), null)
    });
    if (isLate) yield* giveBackNow(sessionId);
  });
