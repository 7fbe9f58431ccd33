import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Schedule from "effect/Schedule";
import { streamName } from "../../domain/event/StreamName.ts";
import { isOvertaken } from "../../domain/session/PdsSession.ts";
import { type SessionEvent, SessionRefreshed, SessionTokensArrivedLate } from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../domain/session/UpstreamAuthorization.ts";
import { forkTask } from "../background/supervise.ts";
import { sessions } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { giveBackNow } from "./giveBack.ts";
import { aboutSession, type OpenSession } from "./OpenSession.ts";
import { RefreshesUnderWay } from "./RefreshesUnderWay.ts";
import { putSecret, vaultRow } from "./vaultSecrets.ts";

/** What the vault holds of a session once other tokens came; a PDS that sends no refresh token means the old one. */
export const withTokens = (secrets: SessionSecrets, { accessToken, refreshToken }: UpstreamTokens): SessionSecrets => ({
  ...secrets,
  accessToken,
  refreshToken: refreshToken ?? secrets.refreshToken
});

/** A PDS gives tokens once: while they cannot be stored they are held, and stored as soon as they can be. */
const held = Schedule.spaced("100 millis").pipe(Schedule.upTo("10 minutes"));

/** How long somebody waits for that, in milliseconds. */
const patience = 5_000;

/** The tokens of a refresh are there, and not stored yet: whoever refreshed now would use the old ones once more. */
export class TokensUnsaved {
  readonly _tag = "TokensUnsaved";
}

const keepOnce = Effect.fnUntraced(function* (session: OpenSession, fence: number, tokens: UpstreamTokens) {
  const { sessionId, secrets } = session;
  const { expiresAt: accessExpiresAt, scope } = tokens;
  const refreshed = new SessionRefreshed({ sessionId, fence, scope, accessExpiresAt });
  const late = new SessionTokensArrivedLate({ sessionId, fence });
  const { outcome: isLate } = yield* decide({
    aggregate: sessions,
    stream: streamName("session", sessionId),
    about: () => aboutSession(session),
    decide: (state) => {
      const isOld = state._tag === "Established" && isOvertaken(state, fence);
      const events: ReadonlyArray<SessionEvent> = isOld ? [] : [state._tag === "Ended" ? late : refreshed];
      return Effect.succeed({ events, outcome: state._tag === "Ended" });
    },
    alongside: () => putSecret(SessionSecrets, vaultRow.session(sessionId), withTokens(secrets, tokens), null)
  });
  if (isLate) yield* giveBackNow(sessionId);
});

/**
 * Keeps the tokens of a refresh with its outcome, unless a later one has brought its own. Those that come for a session
 * that has ended are given back. While the store is away they are held, and nobody waits for it for long.
 */
export const keepTokens = Effect.fnUntraced(function* (session: OpenSession, fence: number, tokens: UpstreamTokens) {
  const underWay = yield* RefreshesUnderWay;
  const keeping = yield* forkTask("keep refreshed tokens")(
    underWay.during(Effect.retry(keepOnce(session, fence, tokens), held))
  );
  yield* Fiber.join(keeping).pipe(
    Effect.interruptible,
    Effect.timeoutFail({ duration: patience, onTimeout: () => new TokensUnsaved() })
  );
});
