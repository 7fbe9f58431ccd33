import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Schedule from "effect/Schedule";
import { streamName } from "../../../domain/event/StreamName.ts";
import { isStale } from "../../../domain/session/PdsSession.ts";
import { type SessionEvent, SessionRefreshed, SessionTokensArrivedLate } from "../../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { forkTask } from "../../background/supervise.ts";
import { sessions } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { putSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { type OpenSession, sessionEventMetadata } from "../OpenSession.ts";
import { revokeInBackground } from "../revoke/revokeAtPds.ts";
import { RefreshesInFlight } from "./RefreshesInFlight.ts";

/** Returns the secrets of a session with new tokens; if the PDS sends no refresh token, the old one stays valid. */
export const withTokens = (secrets: SessionSecrets, { accessToken, refreshToken }: UpstreamTokens): SessionSecrets => ({
  ...secrets,
  accessToken,
  refreshToken: refreshToken ?? secrets.refreshToken
});

/**
 * A PDS issues tokens only once: while they cannot be stored they are held in memory, and stored as soon as possible.
 */
const storeRetries = Schedule.spaced("100 millis").pipe(Schedule.upTo("10 minutes"));

/** How long the caller waits for that, in milliseconds. */
const timeoutMs = 5_000;

/** The tokens of a refresh have arrived but are not stored yet; another refresh now would use the old ones again. */
export class TokensNotPersisted {
  readonly _tag = "TokensNotPersisted";
}

const persistOnce = Effect.fnUntraced(function* (session: OpenSession, fence: number, tokens: UpstreamTokens) {
  const { sessionId, secrets } = session;
  const { expiresAt: accessExpiresAt, scope } = tokens;
  const refreshed = new SessionRefreshed({ sessionId, fence, scope, accessExpiresAt });
  const late = new SessionTokensArrivedLate({ sessionId, fence });
  const { outcome: isLate } = yield* decide({
    aggregate: sessions,
    stream: streamName("session", sessionId),
    metadata: () => sessionEventMetadata(session),
    decide: (state) => {
      const isOld = state._tag === "Established" && isStale(state, fence);
      const events: ReadonlyArray<SessionEvent> = isOld ? [] : [state._tag === "Ended" ? late : refreshed];
      return Effect.succeed({ events, outcome: state._tag === "Ended" });
    },
    alongside: () => putSecret(SessionSecrets, vaultRow.session(sessionId), withTokens(secrets, tokens), null)
  });
  if (isLate) yield* revokeInBackground(sessionId);
});

/**
 * Stores the tokens of a refresh with its outcome, unless a later refresh has stored its own. Tokens that arrive for an
 * ended session are revoked. While the store is unavailable they are held in memory, and the caller waits only briefly.
 */
export const persistRefreshedTokens = Effect.fnUntraced(function* (
  session: OpenSession,
  fence: number,
  tokens: UpstreamTokens
) {
  const inFlight = yield* RefreshesInFlight;
  const persisting = yield* forkTask("store refreshed tokens")(
    inFlight.during(Effect.retry(persistOnce(session, fence, tokens), storeRetries))
  );
  yield* Fiber.join(persisting).pipe(
    Effect.interruptible,
    Effect.timeoutFail({ duration: timeoutMs, onTimeout: () => new TokensNotPersisted() })
  );
});
