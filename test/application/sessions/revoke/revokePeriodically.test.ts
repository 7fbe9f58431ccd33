import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { appendEvents } from "../../../../src/application/event/appendEvents.ts";
import { openSession } from "../../../../src/application/sessions/OpenSession.ts";
import { revokePeriodically } from "../../../../src/application/sessions/revoke/revokePeriodically.ts";
import { putSecret, vaultRow } from "../../../../src/application/vault/vaultSecrets.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { PendingRevocations } from "../../../../src/domain/session/PendingRevocations.ts";
import { SessionEnded, SessionEstablished } from "../../../../src/domain/session/SessionEvent.ts";
import { SessionSecrets } from "../../../../src/domain/session/SessionSecrets.ts";
import { UpstreamAuthorization, UpstreamFailure } from "../../../../src/domain/session/UpstreamAuthorization.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { aliceSignedIn } from "../sessionThrough.ts";

const system = { type: "system", id: null } as const;

/** How many revocations were under way at most at servers that hang for ten seconds. */
const hanging = { now: 0, most: 0 };

const hang = Effect.acquireUseRelease(
  Effect.sync(() => {
    hanging.now += 1;
    hanging.most = Math.max(hanging.most, hanging.now);
  }),
  () => Effect.zipRight(Effect.sleep("10 seconds"), new UpstreamFailure({ reason: "timeout", error: null })),
  () =>
    Effect.sync(() => {
      hanging.now -= 1;
    })
);

const broken = "https://broken.example";

/** A server is dead, and hangs, when its name says so; to tell one of them is not possible at all. */
const service = Layer.effect(
  UpstreamAuthorization,
  Effect.map(UpstreamAuthorization, (memory) =>
    UpstreamAuthorization.of({
      ...memory,
      revoke: ({ server: { issuer } }) =>
        issuer.startsWith("https://dead") ? hang : issuer === broken ? Effect.dieMessage("not a key") : Effect.void
    })
  )
).pipe(Layer.provideMerge(memoryService));

/** Without chance in its pauses, which would be of fractions of milliseconds. */
const onTheSecond = Effect.withRandomFixed(revokePeriodically, [0.5]);

/** Sessions that ended a second after each other, at servers of these names. */
const ended = (issuers: ReadonlyArray<string>, first = 0) =>
  Effect.gen(function* () {
    const alice = yield* aliceSignedIn;
    const { secrets, state } = yield* openSession(alice.sessionId);
    for (const [at, issuer] of issuers.entries()) {
      const sessionId = `session_${first + at}`;
      const server = { ...secrets.server, issuer };
      yield* putSecret(SessionSecrets, vaultRow.session(sessionId), { ...secrets, server }, null);
      const established = new SessionEstablished({ ...state.established, sessionId, issuer });
      const events = [established, new SessionEnded({ sessionId, reason: "revoked" })];
      yield* appendEvents(streamName("session", sessionId), 0, events, { actor: system });
    }
  });

/** The types of what happened to a session last. */
const lastOf = (sessionId: string) =>
  Effect.map(
    Effect.flatMap(EventLog, (log) => log.load(streamName("session", sessionId))),
    (history) => history.at(-1)?.type
  );

const seconds = (count: number) =>
  Effect.repeatN(Effect.zipRight(TestClock.adjust("1 second"), Effect.repeatN(Effect.yieldNow(), 500)), count - 1);

it.effect("S4 A session is revoked at its PDS within seconds, however many other PDSes hang", () =>
  Effect.gen(function* () {
    const dead = Array.from({ length: 100 }, (_, at) => `https://dead${at}.example`);
    yield* ended([...dead, "https://good.example"]);
    yield* Effect.fork(onTheSecond);
    yield* seconds(35);
    assert.strictEqual(yield* lastOf("session_100"), "SessionRevokedAtPds.v1");
  }).pipe(Effect.provide(service), Effect.provide(silentLogger))
);

it.effect("S4 A PDS that hangs receives up to eight requests at once, and then one in half a minute", () =>
  Effect.gen(function* () {
    yield* ended([...Array.from({ length: 100 }, () => "https://dead.example"), "https://good.example"]);
    hanging.most = 0;
    yield* Effect.fork(onTheSecond);
    yield* seconds(45);
    assert.strictEqual(yield* lastOf("session_100"), "SessionRevokedAtPds.v1");
    assert.isAtMost(hanging.most, 8);
    hanging.most = 0;
    yield* seconds(120);
    assert.strictEqual(hanging.most, 1);
    assert.lengthOf(yield* (yield* PendingRevocations).list(1_000), 100);
  }).pipe(Effect.provide(service), Effect.provide(silentLogger))
);

it.effect("S4 Revocation continues for the others when one session fails through a defect", () =>
  Effect.gen(function* () {
    yield* ended([broken, "https://good.example"]);
    yield* Effect.fork(onTheSecond);
    yield* seconds(40);
    assert.strictEqual(yield* lastOf("session_1"), "SessionRevokedAtPds.v1");
    yield* ended(["https://better.example"], 2);
    yield* seconds(40);
    assert.strictEqual(yield* lastOf("session_2"), "SessionRevokedAtPds.v1");
  }).pipe(Effect.provide(service), Effect.provide(silentLogger))
);
