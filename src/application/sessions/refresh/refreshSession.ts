import * as Cause from "effect/Cause";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { type Lease, Leases } from "../../../domain/lease/Leases.ts";
import { isStale, isTooEarly, type PdsSession, retryAfterFailure } from "../../../domain/session/PdsSession.ts";
import { SessionRefreshFailed, SessionRefreshStarted } from "../../../domain/session/SessionEvent.ts";
import { UpstreamAuthorization, UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { sessions } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { decide } from "../../event/decide.ts";
import { endSession } from "../endSession.ts";
import { type OpenSession, openSession, sessionEventMetadata } from "../OpenSession.ts";
import { SessionNotRefreshed, SessionTerminated } from "../SessionTerminated.ts";
import { persistRefreshedTokens, TokensNotPersisted, withTokens } from "./persistRefreshedTokens.ts";
import { RefreshesInFlight } from "./RefreshesInFlight.ts";
import { refreshFailureOf } from "./upstreamFailures.ts";

/**
 * How long one process may take to refresh, in milliseconds. The call to the PDS has less, so that no other process
 * sends the same token while the PDS may still be processing it, which the PDS would treat as token theft.
 */
const leaseMs = 30_000;
const callTimeoutMs = 25_000;

/** Another process is refreshing, so that the session is read again shortly. */
class RefreshInProgress {
  readonly _tag = "RefreshInProgress";
}

/**
 * A refresh in progress: the session before it, its fencing token, and its start in nanoseconds of a monotonic clock.
 */
interface Attempt {
  readonly session: OpenSession;
  readonly fence: number;
  readonly since: bigint;
}

type Established = Extract<PdsSession, { readonly _tag: "Established" }>;

/** No later refresh has started, so that the outcome of this one is the last known. */
const isLatest =
  ({ fence }: Attempt) =>
  ({ refreshing }: Established): boolean =>
    refreshing === fence;

const hasNewTokens = (current: OpenSession, { session }: Attempt): boolean =>
  current.state.accessExpiresAt !== session.state.accessExpiresAt;

/** A refresh is not sent if the session ended or was refreshed by another process in between. */
const begin = Effect.fnUntraced(
  function* ({ fence, session }: Attempt) {
    const { sessionId, version } = session;
    const started = new SessionRefreshStarted({ sessionId, fence });
    yield* appendEvents(streamName("session", sessionId), version, [started], sessionEventMetadata(session));
  },
  Effect.catchTag("VersionConflict", () => Effect.fail(new RefreshInProgress()))
);

const recordFailure = ({ fence, session }: Attempt, reason: SessionNotRefreshed["reason"]) =>
  decide({
    aggregate: sessions,
    stream: streamName("session", session.sessionId),
    metadata: () => sessionEventMetadata(session),
    decide: (state) => {
      if (state._tag !== "Established" || isStale(state, fence)) {
        return Effect.succeed({ events: [], outcome: undefined });
      }
      return Effect.map(Clock.currentTimeMillis, (now) => {
        const retryAt = Math.floor(retryAfterFailure(state, now));
        const failed = new SessionRefreshFailed({ sessionId: session.sessionId, fence, reason, retryAt });
        return { events: [failed], outcome: undefined };
      });
    }
  });

/**
 * A retryable failure leaves the session as it is. A report that the session is over is trusted unless another process
 * has refreshed it in the meantime; after a refresh whose response never arrived, its tokens were lost in transit.
 */
const handleFailure = Effect.fnUntraced(function* (attempt: Attempt, { reason: upstream }: UpstreamFailure) {
  const { sessionId, state } = attempt.session;
  const reason = refreshFailureOf(upstream);
  if (reason !== null) {
    yield* recordFailure(attempt, reason);
    const current = yield* openSession(sessionId);
    return hasNewTokens(current, attempt) ? current : yield* new SessionNotRefreshed({ reason });
  }
  const wasLost = state.refreshing !== null || state.inDoubt;
  const refused = wasLost ? "lost-response" : "refused-by-pds";
  const end = upstream === "client-key-retired" ? upstream : refused;
  yield* endSession(sessionId, end, { onlyIf: isLatest(attempt) });
  const current = yield* openSession(sessionId);
  return hasNewTokens(current, attempt) ? current : yield* Effect.fail(new RefreshInProgress());
});

/** Abandons a call to the PDS that takes longer than the lease allows. Whether the PDS acts on it is then unknown. */
const withinTimeLeft = Effect.fnUntraced(function* <A>({ since }: Attempt, call: Effect.Effect<A, UpstreamFailure>) {
  const passed = Number((yield* Clock.currentTimeNanos) - since) / 1_000_000;
  const late = new UpstreamFailure({ reason: "timeout", error: null });
  if (passed >= callTimeoutMs) return yield* late;
  return yield* call.pipe(
    Effect.interruptible,
    Effect.timeoutFail({ duration: callTimeoutMs - passed, onTimeout: () => late })
  );
});

const perform = Effect.fnUntraced(function* (attempt: Attempt) {
  const { session } = attempt;
  const { sessionId, secrets } = session;
  const { clientKey, refreshToken, server, dpopKey: key } = secrets;
  if (refreshToken === null) {
    yield* endSession(sessionId, "secrets-missing");
    return yield* new SessionTerminated({ reason: "secrets-missing" });
  }
  yield* begin(attempt);
  const upstream = yield* UpstreamAuthorization;
  const answer = yield* Effect.either(
    withinTimeLeft(attempt, upstream.refresh({ clientKey, server, key, refreshToken }))
  );
  if (answer._tag === "Left") return yield* handleFailure(attempt, answer.left);
  const tokens = answer.right;
  if (tokens.sub !== session.state.established.did) {
    yield* endSession(sessionId, "subject-changed", { secrets: withTokens(secrets, tokens) });
    return yield* new SessionTerminated({ reason: "subject-changed" });
  }
  yield* persistRefreshedTokens(session, attempt.fence, tokens);
  return yield* openSession(sessionId);
});

/** A caller that waited for a failed refresh receives its failure, and does not call a failing PDS again. */
const sharedFailure = (seen: OpenSession, { lastFailure, failures }: Established) =>
  lastFailure !== null && failures > seen.state.failures
    ? Option.some(new SessionNotRefreshed({ reason: lastFailure }))
    : Option.none();

const refreshOrWait = Effect.fnUntraced(function* (seen: OpenSession, lease: Option.Option<Lease>, since: bigint) {
  const session = yield* openSession(seen.sessionId);
  if (session.state.accessExpiresAt !== seen.state.accessExpiresAt) return session;
  const failed = sharedFailure(seen, session.state);
  if (Option.isSome(failed)) return yield* failed.value;
  const { lastFailure } = session.state;
  if (lastFailure !== null && isTooEarly(session.state, yield* Clock.currentTimeMillis)) {
    return yield* new SessionNotRefreshed({ reason: lastFailure });
  }
  if (Option.isNone(lease)) return yield* Effect.fail(new RefreshInProgress());
  const inFlight = yield* RefreshesInFlight;
  return yield* inFlight.during(perform({ session, fence: lease.value.fence, since }));
}, Effect.uninterruptible);

const isNotPersisted = <A, E>(exit: Exit.Exit<A, E>): boolean =>
  Exit.isFailure(exit) &&
  Option.exists(Cause.failureOption(exit.cause), (error) => error instanceof TokensNotPersisted);

/** While another process refreshes, its outcome is checked ten times a second. */
const inProgressPoll = Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(320)));

/**
 * Refreshes the tokens of a session once, however many callers request it concurrently: under a lease, and only if no
 * one has done it since the session was `seen`. It is recorded before it is sent, so that a lost outcome is detected.
 */
export const refreshSession = traced("refreshSession")(function* (seen: OpenSession) {
  const leases = yield* Leases;
  const attempt = Effect.flatMap(Clock.currentTimeNanos, (since) =>
    Effect.acquireUseRelease(
      leases.acquire(`refresh-${seen.sessionId}`, leaseMs),
      (lease) => refreshOrWait(seen, lease, since),
      (lease, exit) =>
        Option.isNone(lease) || isNotPersisted(exit) ? Effect.void : Effect.ignore(leases.release(lease.value))
    )
  );
  return yield* attempt.pipe(
    Effect.retry({ while: (error) => error._tag === "RefreshInProgress", schedule: inProgressPoll }),
    Effect.catchTags({
      RefreshInProgress: () => new SessionNotRefreshed({ reason: "timeout" }),
      TokensNotPersisted: (cause) => new EventLogUnavailable({ operation: "append", reason: "unreachable", cause })
    })
  );
});
