import { assert, describe, it } from "@effect/vitest";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import {
  endAuthorization,
  endAuthorizationAndRevoke
} from "../../../../src/application/authorizations/endAuthorization.ts";
import * as ClientDeletions from "../../../../src/application/clients/registration/ClientDeletions.ts";
import { deleteClient } from "../../../../src/application/clients/registration/deleteClient.ts";
import { appendEvents } from "../../../../src/application/event/appendEvents.ts";
import { IssuerLimiter } from "../../../../src/application/sessions/revoke/IssuerLimiter.ts";
import { revokeDue } from "../../../../src/application/sessions/revoke/revokePeriodically.ts";
import { getSecret, vaultRow } from "../../../../src/application/vault/vaultSecrets.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import type { SecureRandom } from "../../../../src/domain/crypto/SecureRandom.ts";
import { versionOf } from "../../../../src/domain/event/compaction.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { PendingRevocations } from "../../../../src/domain/session/PendingRevocations.ts";
import { SessionTokensArrivedLate } from "../../../../src/domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../../../src/domain/session/SessionSecrets.ts";
import { failing, serviceWithScriptedUpstream, UpstreamScript } from "../../../support/scriptedUpstream.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { aliceSignedIn, events, sessionStory } from "../sessionThrough.ts";

const system = { type: "system", id: null } as const;
const revoked = (authorizationId: string) => ({ authorizationId, reason: "revoked-by-user", actor: system }) as const;

const isKept = (sessionId: string) =>
  Effect.map(getSecret(SessionSecrets, vaultRow.session(sessionId)), ({ _tag }) => _tag === "Some");

const tokensAtPds = Effect.map(
  Effect.flatMap(PdsMemory, ({ state }) => state.get),
  ({ refreshTokens }) => refreshTokens.size
);

/** Lets time pass, then does what is due, as a process does every second; gives how many sessions that was. */
const turns = () => {
  const each = new IssuerLimiter();
  return (duration: Duration.DurationInput) => Effect.zipRight(TestClock.adjust(duration), revokeDue(each));
};

describe.concurrent("a revocation", () => {
  it.effect("An ended session is revoked at its PDS at once, and its tokens are erased after that", () =>
    Effect.gen(function* () {
      const { authorizationId, sessionId } = yield* aliceSignedIn;
      yield* endAuthorizationAndRevoke(revoked(authorizationId));
      yield* Effect.repeatN(Effect.yieldNow(), 100);
      assert.strictEqual(yield* tokensAtPds, 0);
      assert.isFalse(yield* isKept(sessionId));
      assert.deepStrictEqual(yield* sessionStory, ["SessionEnded.v1 revoked", "SessionRevokedAtPds.v1"]);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect("A PDS that hangs delays neither the user nor the end of a client", () =>
    Effect.gen(function* () {
      const { client } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      moods.revoke = () => Effect.never;
      yield* deleteClient(ClientId.make(client.clientId), { _tag: "Operator" });
      yield* Effect.repeat(events, {
        until: (all) => all.some(({ type }) => type === "ClientAuthorizationsEnded.v1"),
        times: 10_000
      });
      assert.strictEqual(moods.revocations, 0);
      assert.lengthOf(yield* (yield* PendingRevocations).list(10), 1);
    }).pipe(Effect.provide(Layer.provideMerge(ClientDeletions.layer, serviceWithScriptedUpstream)))
  );

  it.effect("A session whose revocation was lost in a crash is revoked (EV-11)", () =>
    Effect.gen(function* () {
      const { authorizationId, sessionId } = yield* aliceSignedIn;
      const later = turns();
      yield* endAuthorization(revoked(authorizationId));
      assert.isTrue(yield* isKept(sessionId));
      assert.strictEqual(yield* later("29 seconds"), 0);
      assert.strictEqual(yield* tokensAtPds, 1);
      assert.strictEqual(yield* later("1 second"), 1);
      assert.strictEqual(yield* tokensAtPds, 0);
      assert.isFalse(yield* isKept(sessionId));
      assert.strictEqual(yield* later("1 hour"), 0);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );

  it.effect(
    "Revocation is retried for a day at growing intervals, then abandoned with an event, and the tokens are erased",
    () =>
      Effect.gen(function* () {
        const { authorizationId, sessionId } = yield* aliceSignedIn;
        const moods = yield* UpstreamScript;
        const later = turns();
        moods.revoke = failing("unreachable");
        yield* endAuthorization(revoked(authorizationId));
        for (let minute = 0; minute < 23 * 60; minute += 5) yield* later("5 minutes");
        assert.isTrue(yield* isKept(sessionId));
        const [owed] = yield* (yield* PendingRevocations).list(10);
        assert.strictEqual(owed?.attempts, moods.revocations);
        assert.isAtLeast(moods.revocations, 20);
        assert.isAtMost(moods.revocations, 60);
        for (let minute = 0; minute < 3 * 60; minute += 5) yield* later("5 minutes");
        assert.deepStrictEqual((yield* sessionStory).slice(1), ["SessionRevocationAbandoned.v1 unreachable"]);
        assert.isFalse(yield* isKept(sessionId));
        assert.lengthOf(yield* (yield* PendingRevocations).list(10), 0);
      }).pipe(Effect.provide(serviceWithScriptedUpstream), Effect.provide(silentLogger))
  );

  it.effect("A session is revoked once the PDS is back, whatever it responded before", () =>
    Effect.gen(function* () {
      const { authorizationId } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      const later = turns();
      yield* endAuthorization(revoked(authorizationId));
      for (const reason of ["server-error", "timeout", "client-refused", "malformed", "rate-limited"] as const) {
        moods.revoke = failing(reason);
        assert.strictEqual(yield* later("1 hour"), 1);
      }
      moods.revoke = (honest) => honest;
      yield* later("1 hour");
      assert.strictEqual(yield* tokensAtPds, 0);
      assert.deepStrictEqual((yield* sessionStory).slice(1), ["SessionRevokedAtPds.v1"]);
    }).pipe(Effect.provide(serviceWithScriptedUpstream), Effect.provide(silentLogger))
  );

  it.effect("A failing PDS does not receive the sessions of other users", () =>
    Effect.gen(function* () {
      const logins = yield* Effect.forEach(Array.from({ length: 20 }), () => aliceSignedIn);
      const moods = yield* UpstreamScript;
      const later = turns();
      moods.revoke = failing("timeout");
      yield* Effect.forEach(logins, ({ authorizationId }) => endAuthorization(revoked(authorizationId)));
      assert.strictEqual(yield* later("30 seconds"), 20);
      assert.isAtMost(moods.revocations, 8);
      moods.revoke = (honest) => honest;
      yield* later("1 minute");
      assert.strictEqual(yield* tokensAtPds, 0);
    }).pipe(Effect.provide(serviceWithScriptedUpstream), Effect.provide(silentLogger))
  );

  it.effect("Tokens that arrive during a revocation are not erased by it", () =>
    Effect.gen(function* () {
      const { authorizationId, sessionId } = yield* aliceSignedIn;
      const moods = yield* UpstreamScript;
      const later = turns();
      const stream = streamName("session", sessionId);
      yield* endAuthorization(revoked(authorizationId));
      const arrive = Effect.gen(function* () {
        const version = versionOf(yield* (yield* EventLog).load(stream));
        yield* appendEvents(stream, version, [new SessionTokensArrivedLate({ sessionId, fence: 1 })], {
          actor: system
        });
      });
      const context = yield* Effect.context<EventLog | SecureRandom>();
      moods.revoke = (honest) => Effect.zipRight(honest, Effect.orDie(Effect.provide(arrive, context)));
      yield* later("1 minute");
      assert.isTrue(yield* isKept(sessionId));
      moods.revoke = (honest) => honest;
      yield* later("1 minute");
      assert.isFalse(yield* isKept(sessionId));
      assert.deepStrictEqual((yield* sessionStory).slice(1), ["SessionTokensArrivedLate.v1", "SessionRevokedAtPds.v1"]);
    }).pipe(Effect.provide(serviceWithScriptedUpstream))
  );
});
