import { assert, describe, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { endAuthorizationAndRevoke } from "../../../../src/application/authorizations/endAuthorization.ts";
import { appendEvents } from "../../../../src/application/event/appendEvents.ts";
import { type OpenSession, openSession } from "../../../../src/application/sessions/OpenSession.ts";
import { persistRefreshedTokens } from "../../../../src/application/sessions/refresh/persistRefreshedTokens.ts";
import { refreshSession } from "../../../../src/application/sessions/refresh/refreshSession.ts";
import { withSession } from "../../../../src/application/sessions/withSession.ts";
import { refreshAccessToken } from "../../../../src/application/token/refreshAccessToken.ts";
import { versionOf } from "../../../../src/domain/event/compaction.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { Leases } from "../../../../src/domain/lease/Leases.ts";
import { RepositoryFailure } from "../../../../src/domain/record/RepositoryFailure.ts";
import { SessionRefreshStarted } from "../../../../src/domain/session/SessionEvent.ts";
import { failing, losing, serviceWithScriptedUpstream, UpstreamScript } from "../../../support/scriptedUpstream.ts";
import { aliceSignedIn, events, expire, sessionStory, withPassingTime } from "../sessionThrough.ts";

const startRefresh = (sessionId: string) =>
  Effect.gen(function* () {
    const stream = streamName("session", sessionId);
    const version = versionOf(yield* (yield* EventLog).load(stream));
    yield* appendEvents(stream, version, [new SessionRefreshStarted({ sessionId, fence: 999 })], {
      actor: { type: "system", id: null }
    });
  });

const tokensFor = ({ state }: OpenSession, name: string, expiresAt: number) => ({
  accessToken: Redacted.make(`access-${name}`),
  refreshToken: Redacted.make(`refresh-${name}`),
  sub: state.established.did,
  scope: state.scope,
  expiresAt
});

describe.concurrent("a refresh", () => {
  it.effect("SE-01 64 concurrent requests cause one refresh, and all of them continue", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      yield* expire;
      const all = yield* withPassingTime(
        Effect.all(
          Array.from({ length: 64 }, () => call),
          { concurrency: "unbounded" }
        )
      );
      assert.strictEqual(new Set(all.map(String)).size, 1);
      assert.strictEqual((yield* UpstreamScript).refreshes, 1);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect(
    "SE-02 A process takes over from one that died with the lease, within its time and a second, by one call",
    () =>
      Effect.gen(function* () {
        const { call, sessionId } = yield* aliceSignedIn;
        yield* expire;
        yield* (yield* Leases).acquire(`refresh-${sessionId}`, 30_000);
        yield* startRefresh(sessionId);
        const calling = yield* Effect.fork(call);
        yield* TestClock.adjust("29 seconds");
        assert.strictEqual((yield* UpstreamScript).refreshes, 0);
        yield* TestClock.adjust("2 seconds");
        yield* Fiber.join(calling);
        assert.strictEqual((yield* UpstreamScript).refreshes, 1);
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("SE-03 A refresh without an outcome is resolved as rotated when the PDS had not acted", () =>
    Effect.gen(function* () {
      const { call, sessionId } = yield* aliceSignedIn;
      yield* expire;
      yield* startRefresh(sessionId);
      yield* call;
      assert.deepStrictEqual(yield* sessionStory, [
        "SessionRefreshStarted.v1",
        "SessionRefreshStarted.v1",
        "SessionRefreshed.v1"
      ]);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect(
    "SE-03 A refresh without an outcome is resolved as dead when the PDS had acted, and the lost response is reported",
    () =>
      Effect.gen(function* () {
        const { call, sessionId } = yield* aliceSignedIn;
        yield* expire;
        yield* startRefresh(sessionId);
        yield* (yield* PdsMemory).forgetSessions;
        assert.propertyVal(yield* Effect.flip(call), "reason", "lost-response");
        assert.deepStrictEqual((yield* sessionStory).slice(-1), ["SessionEnded.v1 lost-response"]);
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("SE-03 A lost response is not forgotten over the failures that follow it", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      moods.refresh = losing;
      assert.propertyVal(yield* Effect.flip(call), "_tag", "SessionNotRefreshed");
      yield* TestClock.adjust("1 second");
      moods.refresh = failing("client-refused");
      assert.propertyVal(yield* Effect.flip(call), "_tag", "SessionNotRefreshed");
      yield* TestClock.adjust("1 second");
      moods.refresh = (honest) => honest;
      assert.propertyVal(yield* Effect.flip(call), "reason", "lost-response");
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect(
    "SE-04 Tokens that arrive after the end are revoked, and waiting callers learn that the session ended",
    () =>
      Effect.gen(function* () {
        const { authorizationId, call } = yield* aliceSignedIn;
        const moods = yield* UpstreamScript;
        const [sent, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
        moods.refresh = (honest) =>
          Effect.zipLeft(honest, Effect.zipRight(Deferred.succeed(sent, undefined), Deferred.await(go)));
        yield* expire;
        const calling = yield* Effect.fork(Effect.either(call));
        yield* Deferred.await(sent);
        yield* endAuthorizationAndRevoke({
          authorizationId,
          reason: "revoked-by-user",
          actor: { type: "system", id: null }
        });
        yield* Effect.repeatN(Effect.yieldNow(), 100);
        yield* Deferred.succeed(go, undefined);
        const outcome = yield* Fiber.join(calling);
        assert.propertyVal(Either.getOrThrow(Either.flip(outcome)), "reason", "revoked");
        yield* Effect.repeatN(Effect.yieldNow(), 100);
        const { refreshTokens } = yield* (yield* PdsMemory).state.get;
        assert.strictEqual(refreshTokens.size, 0);
        assert.deepStrictEqual(yield* sessionStory, [
          "SessionRefreshStarted.v1",
          "SessionEnded.v1 revoked",
          "SessionRevokedAtPds.v1",
          "SessionTokensArrivedLate.v1",
          "SessionRevokedAtPds.v1"
        ]);
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  for (const reason of ["timeout", "invalid-grant"] as const) {
    it.effect(`SE-04 A session that ends while its refresh fails is reported as ended (${reason})`, () =>
      Effect.gen(function* () {
        const { authorizationId, call } = yield* aliceSignedIn;
        const moods = yield* UpstreamScript;
        const system = { type: "system", id: null } as const;
        const ending = endAuthorizationAndRevoke({ authorizationId, reason: "revoked-by-user", actor: system });
        const context = yield* Effect.context<Effect.Effect.Context<typeof ending>>();
        moods.refresh = () => Effect.zipRight(Effect.orDie(Effect.provide(ending, context)), failing(reason)());
        yield* expire;
        assert.propertyVal(yield* Effect.flip(call), "reason", "revoked");
        assert.deepStrictEqual((yield* sessionStory).slice(0, 2), [
          "SessionRefreshStarted.v1",
          "SessionEnded.v1 revoked"
        ]);
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
    );
  }

  it.effect(
    "SE-05 A session survives clock steps of ten minutes in either direction, and no expired token is accepted",
    () =>
      Effect.gen(function* () {
        const { authorizationId, call } = yield* aliceSignedIn;
        const pds = yield* PdsMemory;
        const writing = withSession(authorizationId, ({ accessToken }) =>
          Effect.flatMap(pds.state.get, ({ accessTokens }) =>
            accessTokens.has(Redacted.value(accessToken))
              ? Effect.void
              : new RepositoryFailure({ reason: "token-expired", status: 401, detail: null, retryAfter: null })
          )
        );
        yield* TestClock.setTime(3_600_000 - 15_000 + 600_000);
        yield* call;
        yield* TestClock.setTime(3_600_000 - 15_000 - 600_000);
        yield* pds.expireAccessTokens;
        yield* writing;
        assert.strictEqual((yield* UpstreamScript).refreshes, 2);
        assert.notInclude((yield* sessionStory).join(), "SessionEnded");
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  const kept = ["unreachable", "timeout", "server-error", "rate-limited", "client-refused", "malformed"] as const;

  for (const reason of kept) {
    it.effect(`CL-11 The session survives ${reason} for every waiting caller, and continues once it is over`, () =>
      Effect.gen(function* () {
        const { call } = yield* aliceSignedIn;
        const moods = yield* UpstreamScript;
        yield* expire;
        moods.refresh = () => Effect.zipRight(Effect.sleep("200 millis"), failing(reason)());
        const all = yield* withPassingTime(
          Effect.all(
            Array.from({ length: 20 }, () => Effect.flip(call)),
            { concurrency: "unbounded" }
          )
        );
        assert.deepStrictEqual(
          new Set(all.map((error) => `${error._tag} ${"reason" in error ? error.reason : ""}`)),
          new Set([`SessionNotRefreshed ${reason}`])
        );
        assert.strictEqual(moods.refreshes, 1);
        moods.refresh = (honest) => honest;
        yield* TestClock.adjust("250 millis");
        yield* call;
        assert.deepStrictEqual(yield* sessionStory, [
          "SessionRefreshStarted.v1",
          `SessionRefreshFailed.v1 ${reason}`,
          "SessionRefreshStarted.v1",
          "SessionRefreshed.v1"
        ]);
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
    );
  }

  it.effect("CL-11 A failing PDS is left alone, for longer each time, up to half a minute", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      moods.refresh = failing("server-error");
      for (let quickly = 0; quickly < 20; quickly += 1) {
        assert.propertyVal(yield* Effect.flip(call), "reason", "server-error");
      }
      assert.strictEqual(moods.refreshes, 1);
      for (let second = 0; second < 600; second += 3) {
        yield* Effect.zipRight(TestClock.adjust("3 seconds"), Effect.flip(call));
      }
      assert.isAtLeast(moods.refreshes, 20);
      assert.isAtMost(moods.refreshes, 32);
      assert.lengthOf(yield* sessionStory, 2 * moods.refreshes);
      moods.refresh = (honest) => honest;
      yield* TestClock.adjust("30 seconds");
      yield* call;
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("CL-11 A clock that was set back does not prevent a refresh", () =>
    Effect.gen(function* () {
      const { call, sessionId } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      moods.refresh = failing("server-error");
      yield* Effect.flip(call);
      moods.refresh = (honest) => honest;
      yield* TestClock.setTime(3_585_000 - 600_000);
      yield* refreshSession(yield* openSession(sessionId));
      assert.strictEqual(moods.refreshes, 2);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("CL-11 invalid_grant ends the session, and the authorization in the same transaction", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      yield* expire;
      yield* (yield* PdsMemory).forgetSessions;
      assert.propertyVal(yield* Effect.flip(call), "reason", "refused-by-pds");
      const all = yield* events;
      const [session, authorization] = all.slice(-2);
      assert.deepStrictEqual(
        [session?.type, session?.reason, authorization?.type, authorization?.reason],
        ["SessionEnded.v1", "refused-by-pds", "AuthorizationEnded.v1", "session-ended"]
      );
      assert.strictEqual((yield* UpstreamScript).revocations, 0);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  for (const reason of ["invalid-grant", "timeout", "client-refused"] as const) {
    it.effect(
      `CL-11 A session is read again after ${reason}, and a process that was overtaken uses the other's tokens`,
      () =>
        Effect.gen(function* () {
          const { call, sessionId } = yield* aliceSignedIn;
          yield* expire;
          const session = yield* openSession(sessionId);
          const overtaking = Effect.gen(function* () {
            yield* startRefresh(sessionId);
            yield* persistRefreshedTokens(session, 999, tokensFor(session, "newer", 9_000_000));
          });
          const context = yield* Effect.context<Effect.Effect.Context<typeof overtaking>>();
          const moods = yield* UpstreamScript;
          moods.refresh = () => Effect.zipRight(Effect.orDie(Effect.provide(overtaking, context)), failing(reason)());
          assert.strictEqual(Redacted.value(yield* call), "access-newer");
          assert.deepStrictEqual((yield* sessionStory).slice(-1), ["SessionRefreshed.v1"]);
        }).pipe(Effect.provide(serviceWithScriptedUpstream))
    );
  }

  it.effect("CL-11 A process that was suspended uses the tokens that another one received meanwhile", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      const go = yield* Deferred.make<void>();
      yield* expire;
      moods.refresh = () => Effect.uninterruptible(Effect.zipRight(Deferred.await(go), failing("invalid-grant")()));
      const slow = yield* Effect.fork(call);
      yield* TestClock.adjust("100 millis");
      assert.strictEqual(moods.refreshes, 1);
      moods.refresh = (honest) => honest;
      yield* TestClock.adjust("31 seconds");
      const token = yield* withPassingTime(call);
      yield* Deferred.succeed(go, undefined);
      assert.strictEqual(String(yield* withPassingTime(Fiber.join(slow))), String(token));
      assert.strictEqual(moods.refreshes, 2);
      assert.deepStrictEqual((yield* sessionStory).slice(-1), ["SessionRefreshed.v1"]);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("SE-01 A refresh that a slow PDS is still processing is not sent again within the time of the call", () =>
    Effect.gen(function* () {
      const { call } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      // A challenge after just under ten seconds, and the answer after ten more.
      moods.refresh = (honest) => Effect.zipLeft(honest, Effect.sleep("20500 millis"));
      const slow = yield* Effect.fork(call);
      yield* TestClock.adjust("100 millis");
      const other = yield* Effect.fork(Effect.delay(call, "2 seconds"));
      // What is read and written before and after the call takes its time, too.
      yield* TestClock.adjust("19 seconds");
      yield* TestClock.adjust("5 seconds");
      const token = yield* withPassingTime(Fiber.join(slow));
      assert.strictEqual(String(yield* withPassingTime(Fiber.join(other))), String(token));
      assert.strictEqual(moods.refreshes, 1);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("SE-02 A refresh is never sent while the one before may still be in flight, however long that takes", () =>
    Effect.gen(function* () {
      const { call, sessionId } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      let underWay = 0;
      let most = 0;
      moods.refresh = () =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            underWay += 1;
            most = Math.max(most, underWay);
          }),
          () => Effect.never,
          () =>
            Effect.sync(() => {
              underWay -= 1;
            })
        );
      const calls = yield* Effect.forkAll(Array.from({ length: 3 }, () => Effect.flip(call)));
      yield* withPassingTime(Fiber.join(calls), "250 millis");
      yield* TestClock.adjust("250 millis");
      const again = yield* Effect.fork(Effect.flip(call));
      yield* withPassingTime(Fiber.join(again), "250 millis");
      assert.strictEqual(most, 1);
      assert.deepStrictEqual(yield* sessionStory, [
        "SessionRefreshStarted.v1",
        "SessionRefreshFailed.v1 timeout",
        "SessionRefreshStarted.v1",
        "SessionRefreshFailed.v1 timeout"
      ]);
      assert.isTrue(Option.isSome(yield* (yield* Leases).acquire(`refresh-${sessionId}`, 1)));
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect(
    "SE-02 The tokens of the latest refresh are kept: later arrivals under an older fence do not replace them",
    () =>
      Effect.gen(function* () {
        const { call, sessionId } = yield* aliceSignedIn;
        const session = yield* openSession(sessionId);
        const tokensOf = (name: string, expiresAt: number) => tokensFor(session, name, expiresAt);
        const begin = (fence: number) =>
          Effect.gen(function* () {
            const stream = streamName("session", sessionId);
            const version = versionOf(yield* (yield* EventLog).load(stream));
            const system = { type: "system", id: null } as const;
            yield* appendEvents(stream, version, [new SessionRefreshStarted({ sessionId, fence })], { actor: system });
          });
        yield* begin(1);
        yield* begin(2);
        yield* persistRefreshedTokens(session, 2, tokensOf("newer", 9_000_000));
        yield* persistRefreshedTokens(session, 1, tokensOf("older", 8_000_000));
        assert.strictEqual(Redacted.value(yield* call), "access-newer");
        yield* begin(3);
        yield* begin(4);
        yield* persistRefreshedTokens(session, 3, tokensOf("third", 9_000_001));
        yield* persistRefreshedTokens(session, 4, tokensOf("fourth", 9_000_002));
        assert.strictEqual(Redacted.value(yield* call), "access-fourth");
      }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("CL-05 Tokens of another account are revoked, and the session ends", () =>
    Effect.gen(function* () {
      const { call, client, jkt, tokens } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      yield* expire;
      moods.refresh = (honest) => Effect.map(honest, (given) => ({ ...given, sub: "did:plc:somebody" }));
      assert.propertyVal(yield* Effect.flip(call), "reason", "subject-changed");
      yield* Effect.repeatN(Effect.yieldNow(), 100);
      assert.strictEqual((yield* (yield* PdsMemory).state.get).refreshTokens.size, 0);
      const refused = yield* Effect.flip(
        refreshAccessToken({ client, jkt, refreshToken: tokens.refreshToken, scope: null })
      );
      assert.propertyVal(refused, "reason", "ended");
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );
});
