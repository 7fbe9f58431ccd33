import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { needsRevocation } from "../../src/domain/session/needsRevocation.ts";
import { PendingRevocations } from "../../src/domain/session/PendingRevocations.ts";
import {
  SessionEnd,
  SessionEnded,
  type SessionEvent,
  SessionRevocationAbandoned,
  SessionRevokedAtPds,
  SessionTokensArrivedLate
} from "../../src/domain/session/SessionEvent.ts";

const minute = 60_000;

/** Which PDSes are still to be told: as the events say, each given to one at a time. */
export const pendingRevocationsContract = <E>(name: string, stores: Layer.Layer<PendingRevocations | EventLog, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`PendingRevocations contract: ${name}`, (it) => {
    const session = () => {
      const sessionId = `session_${randomUUID()}`;
      const append = (version: number, ...events: ReadonlyArray<SessionEvent>) =>
        appendEvents(streamName("session", sessionId), version, events, {
          actor: { type: "system", id: null }
        }).pipe(Effect.provide(SecureRandomNode.layer));
      return { sessionId, append };
    };

    const owedOf = (sessionId: string) =>
      Effect.flatMap(PendingRevocations, ({ list }) =>
        Effect.map(list(10_000), (all) => all.find((each) => each.sessionId === sessionId))
      );

    const isOwed = (sessionId: string) => Effect.map(owedOf(sessionId), (found) => found !== undefined);

    it.effect("enqueues a revocation after every end except those that leave nothing to revoke", () =>
      Effect.forEach(SessionEnd.literals, (reason) =>
        Effect.gen(function* () {
          const { append, sessionId } = session();
          yield* append(0, new SessionEnded({ sessionId, reason }));
          assert.strictEqual(yield* isOwed(sessionId), needsRevocation(reason), reason);
        })
      )
    );

    it.effect("counts the revocations, and those that failed before", () =>
      Effect.gen(function* () {
        const pending = yield* PendingRevocations;
        const before = yield* pending.length;
        const failing = session();
        yield* failing.append(0, new SessionEnded({ sessionId: failing.sessionId, reason: "revoked" }));
        const other = session();
        yield* other.append(0, new SessionEnded({ sessionId: other.sessionId, reason: "revoked" }));
        yield* pending.postpone(failing.sessionId, minute);
        const after = yield* pending.length;
        assert.deepStrictEqual([after.waiting - before.waiting, after.failed - before.failed], [2, 1]);
      })
    );

    it.effect("keeps a revocation until it is done or abandoned, and enqueues it again when tokens arrive late", () =>
      Effect.gen(function* () {
        const { append, sessionId } = session();
        yield* append(0, new SessionEnded({ sessionId, reason: "revoked" }));
        yield* append(1, new SessionRevokedAtPds({ sessionId }));
        assert.isFalse(yield* isOwed(sessionId));
        yield* append(2, new SessionTokensArrivedLate({ sessionId, fence: 1 }));
        assert.isTrue(yield* isOwed(sessionId));
        yield* append(3, new SessionRevocationAbandoned({ sessionId, reason: "timeout" }));
        assert.isFalse(yield* isOwed(sessionId));
      })
    );

    it.effect("waits for the head start, lets one of many callers claim each, and counts failed attempts", () =>
      Effect.gen(function* () {
        const owed = yield* PendingRevocations;
        const { append, sessionId } = session();
        const claimed = (milliseconds: number) =>
          Effect.map(
            owed.claim(10_000, milliseconds),
            (all) => all.filter((each) => each.sessionId === sessionId).length
          );
        yield* append(0, new SessionEnded({ sessionId, reason: "account-moved" }));
        assert.strictEqual(yield* claimed(minute), 0);
        yield* owed.defer(sessionId, 0);
        const many = yield* Effect.forEach(Array.from({ length: 10 }), () => claimed(minute), {
          concurrency: "unbounded"
        });
        assert.strictEqual(
          many.reduce((sum, count) => sum + count),
          1
        );
        assert.strictEqual((yield* owedOf(sessionId))?.attempts, 0);
        yield* owed.postpone(sessionId, minute);
        assert.strictEqual((yield* owedOf(sessionId))?.attempts, 1);
        assert.strictEqual(yield* claimed(minute), 0);
        yield* TestClock.adjust("1 millis");
        yield* owed.defer(sessionId, 0);
        assert.strictEqual(yield* claimed(minute), 1);
        assert.isAtLeast((yield* owedOf(sessionId))?.age ?? -1, 0);
      })
    );
  });
