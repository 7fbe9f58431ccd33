import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { type Lease, Leases } from "../../domain/session/Leases.ts";
import { SessionRefreshed, SessionRefreshFailed, SessionRefreshStarted } from "../../domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import {
  UpstreamAuthorization,
  type UpstreamFailure,
  type UpstreamTokens
} from "../../domain/session/UpstreamAuthorization.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { endSession } from "./endSession.ts";
import { type OpenSession, openSession } from "./OpenSession.ts";
import { SessionNotRefreshed, SessionOver } from "./SessionOver.ts";
import { putSecret, vaultRow } from "./vaultSecrets.ts";

/** How long one process may take to refresh, in milliseconds; longer than the time limit of the call. */
const leaseTime = 20_000;

/** Somebody else refreshes: worth another look in a moment. */
class RefreshUnderWay {
  readonly _tag = "RefreshUnderWay";
}

type FailureReason = SessionNotRefreshed["reason"];

/** Failures after which the session is as good as before: all but `invalid_grant`, which is the PDS's word that it is over. */
const transient: Partial<Record<UpstreamFailure["reason"], FailureReason>> = {
  unreachable: "unreachable",
  "address-refused": "unreachable",
  timeout: "timeout",
  "server-error": "server-error",
  "rate-limited": "rate-limited",
  "client-refused": "client-refused",
  refused: "client-refused",
  "issuer-mismatch": "malformed",
  "metadata-invalid": "malformed",
  malformed: "malformed"
};

const about = ({ state }: OpenSession) => ({
  actor: { type: "system", id: null } as const,
  authorizationId: state.established.authorizationId,
  subjectDid: state.established.did
});

const record = (
  session: OpenSession,
  version: number,
  event: SessionRefreshStarted | SessionRefreshed | SessionRefreshFailed
) =>
  appendEvents(streamName("session", session.sessionId), version, [event], about(session)).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );

const keep = (session: OpenSession, fence: number, tokens: UpstreamTokens) =>
  Effect.gen(function* () {
    const { sessionId, secrets, version } = session;
    const { accessToken, expiresAt: accessExpiresAt, scope } = tokens;
    const kept = { ...secrets, accessToken, refreshToken: tokens.refreshToken ?? secrets.refreshToken };
    const atomically = yield* Atomically;
    yield* atomically.run(
      Effect.zipRight(
        putSecret(SessionSecrets, vaultRow.session(sessionId), kept, null),
        record(session, version + 1, new SessionRefreshed({ sessionId, fence, scope, accessExpiresAt }))
      )
    );
  });

/** An earlier refresh without an outcome makes a refusal ambiguous: its reply was lost, and the token with it. */
const settleFailure = (session: OpenSession, fence: number, failure: UpstreamFailure) =>
  Effect.gen(function* () {
    const { sessionId, state, version } = session;
    const reason = transient[failure.reason];
    if (reason !== undefined) {
      yield* record(session, version + 1, new SessionRefreshFailed({ sessionId, fence, reason }));
      return yield* new SessionNotRefreshed({ reason });
    }
    const end = state.refreshing === null ? "refused-by-pds" : "lost-response";
    yield* endSession(sessionId, end);
    return yield* new SessionOver({ reason: end });
  });

const refreshHeld = (sessionId: string, staleExpiresAt: number, lease: Lease) =>
  Effect.gen(function* () {
    const session = yield* openSession(sessionId);
    if (session.state.accessExpiresAt !== staleExpiresAt) return session;
    const { refreshToken, server, dpopKey: key } = session.secrets;
    if (refreshToken === null) {
      yield* endSession(sessionId, "secrets-missing");
      return yield* new SessionOver({ reason: "secrets-missing" });
    }
    yield* record(session, session.version, new SessionRefreshStarted({ sessionId, fence: lease.fence }));
    const upstream = yield* UpstreamAuthorization;
    const tokens = yield* upstream
      .refresh({ server, key, refreshToken })
      .pipe(Effect.catchTag("UpstreamFailure", (failure) => settleFailure(session, lease.fence, failure)));
    if (tokens.sub !== session.state.established.did) {
      yield* endSession(sessionId, "subject-changed");
      return yield* new SessionOver({ reason: "subject-changed" });
    }
    yield* keep(session, lease.fence, tokens);
    return yield* openSession(sessionId);
  }).pipe(Effect.uninterruptible);

const watchOther = (sessionId: string, staleExpiresAt: number) =>
  Effect.gen(function* () {
    const session = yield* openSession(sessionId);
    return session.state.accessExpiresAt === staleExpiresAt ? yield* Effect.fail(new RefreshUnderWay()) : session;
  });

const refreshOrWatch = (sessionId: string, staleExpiresAt: number, lease: Option.Option<Lease>) =>
  Effect.gen(function* () {
    if (Option.isSome(lease)) return yield* refreshHeld(sessionId, staleExpiresAt, lease.value);
    return yield* watchOther(sessionId, staleExpiresAt);
  });

/** While another process refreshes, its outcome is looked for ten times a second. */
const whileUnderWay = Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(250)));

/**
 * Refreshes the tokens of a session, once however many ask at the same time: by a lease, and only if nobody has done it
 * since `staleExpiresAt` was read. Written down before it is sent, so that a lost outcome is known to be lost.
 */
export const refreshSession = Effect.fn("refreshSession")(function* (sessionId: string, staleExpiresAt: number) {
  const leases = yield* Leases;
  const attempt = Effect.acquireUseRelease(
    leases.acquire(`refresh-${sessionId}`, leaseTime),
    (lease) => refreshOrWatch(sessionId, staleExpiresAt, lease),
    Option.match({ onNone: () => Effect.void, onSome: (lease) => Effect.ignore(leases.release(lease)) })
  );
  return yield* attempt.pipe(
    Effect.retry({ while: (error) => error._tag === "RefreshUnderWay", schedule: whileUnderWay }),
    Effect.catchTag("RefreshUnderWay", () => new SessionNotRefreshed({ reason: "timeout" }))
  );
});
