import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { initialWatch, type RefusalWatch } from "../../src/domain/webhook/RefusalWatch.ts";
import type { AttemptResult, NewWebhookMessage } from "../../src/domain/webhook/WebhookMessage.ts";
import { WebhookOutbox } from "../../src/domain/webhook/WebhookOutbox.ts";

const about = (position: number): NewWebhookMessage => ({
  id: `msg_${position}`,
  topic: "admin.added",
  subject: { _tag: "EventAt", position },
  happenedAt: 1_000 + position
});

const change = {
  kind: "client",
  id: "client_a",
  waveId: "w1",
  refused: { denied: 20 },
  startedAt: 5_000,
  endedAt: null
} as const;

const wave: NewWebhookMessage = {
  id: "msg_w1",
  topic: "refusals.started",
  subject: { _tag: "Refusals", change },
  happenedAt: 5_000
};

const watch: RefusalWatch = {
  watched: [
    {
      kind: "client",
      id: "client_a",
      minutes: [{ minute: 3, completed: 1, refused: { denied: 20 } }],
      wave: { id: "w1", startedAt: 5_000, refused: { denied: 20 } }
    }
  ]
};

const accepted: AttemptResult = { _tag: "Responded", status: 204 };
const failed: AttemptResult = { _tag: "Responded", status: 500 };
const hung: AttemptResult = { _tag: "NoResponse", reason: "timeout" };

const ids = (messages: ReadonlyArray<{ readonly id: string }>) => messages.map(({ id }) => id);

const someOf = <A>(option: Option.Option<A>): A => {
  assert.isTrue(Option.isSome(option));
  return Option.getOrThrow(option);
};

/** The messages of the webhook, and how far the log was read for them. */
export const webhookOutboxContract = <E>(name: string, layer: Layer.Layer<WebhookOutbox, E>) => {
  const test = (title: string, run: Effect.Effect<void, unknown, WebhookOutbox>) =>
    it.effect(title, () => run.pipe(Effect.provide(Layer.fresh(layer))), 60_000);

  describe(`WebhookOutbox contract: ${name}`, () => {
    test(
      "stores the messages of a step with its position, once",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        assert.isTrue(Option.isNone(yield* outbox.progress));
        assert.isFalse(yield* outbox.advance({ from: 0, to: 4, watch, messages: [about(3)], now: 10 }));
        yield* outbox.begin(2);
        assert.deepStrictEqual(
          yield* outbox.progress,
          Option.some({ position: 2, watch: initialWatch, stoppedAt: null })
        );
        assert.isTrue(yield* outbox.advance({ from: 2, to: 9, watch, messages: [about(3), wave], now: 10 }));
        assert.isFalse(yield* outbox.advance({ from: 2, to: 9, watch, messages: [about(4)], now: 11 }));
        assert.deepStrictEqual(yield* outbox.progress, Option.some({ position: 9, watch, stoppedAt: null }));
        assert.deepStrictEqual(ids(yield* outbox.latest(10)), ["msg_w1", "msg_3"]);
        // The same step again, as after a restored position, stores no message twice.
        yield* outbox.begin(2);
        assert.isTrue(yield* outbox.advance({ from: 2, to: 9, watch, messages: [about(3), wave], now: 12 }));
        assert.deepStrictEqual(
          (yield* outbox.latest(10)).map(({ id, since, subject }) => [id, since, subject]),
          [
            ["msg_w1", 10, wave.subject],
            ["msg_3", 10, about(3).subject]
          ]
        );
      })
    );

    test(
      "lets one of two processes take a step",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        yield* outbox.begin(0);
        const step = outbox.advance({ from: 0, to: 1, watch, messages: [about(1)], now: 1 });
        assert.deepStrictEqual((yield* Effect.all([step, step], { concurrency: 2 })).toSorted(), [false, true]);
      })
    );

    test(
      "hands a due message to one of two processes, the one that waits the longest first",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        yield* outbox.enqueue(about(2), 100);
        yield* outbox.enqueue(about(1), 90);
        assert.isTrue(Option.isNone(yield* outbox.claim(89, 1_000)));
        const claims = yield* Effect.all([outbox.claim(100, 1_000), outbox.claim(100, 1_000)], { concurrency: 2 });
        assert.deepStrictEqual(ids(claims.map(someOf)).toSorted(), ["msg_1", "msg_2"]);
        assert.isTrue(Option.isNone(yield* outbox.claim(999, 1_000)));
        const again = someOf(yield* outbox.claim(1_000, 2_000));
        assert.deepStrictEqual([again.attempts, again.dueAt, again.state], [2, 2_000, "pending"]);
      })
    );

    test(
      "hands out messages that are due at the same time in the order in which they were stored",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        const stored = [5, 3, 9, 1, 7].map((position) => ({ ...about(position), happenedAt: 1_000 }));
        yield* outbox.begin(0);
        yield* outbox.advance({ from: 0, to: 9, watch, messages: stored, now: 100 });
        const claimed = yield* Effect.replicateEffect(outbox.claim(100, 5_000), stored.length);
        assert.deepStrictEqual(ids(claimed.map(someOf)), ids(stored));
        assert.deepStrictEqual(ids(yield* outbox.latest(9)), ids(stored).toReversed());
      })
    );

    test(
      "stores what came of an attempt",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        yield* outbox.enqueue(about(1), 0);
        const first = someOf(yield* outbox.claim(0, 50));
        assert.isTrue(yield* outbox.settle(first, { _tag: "Again", dueAt: 40 }, hung, 20));
        const waiting = someOf(yield* outbox.find("msg_1"));
        assert.deepStrictEqual(waiting, {
          ...about(1),
          state: "pending",
          attempts: 1,
          since: 0,
          dueAt: 40,
          attemptedAt: 20,
          result: hung
        });
        const second = someOf(yield* outbox.claim(40, 90));
        assert.isTrue(yield* outbox.settle(second, { _tag: "Delivered" }, accepted, 60));
        const delivered = someOf(yield* outbox.find("msg_1"));
        assert.deepStrictEqual([delivered.state, delivered.dueAt, delivered.result], ["delivered", null, accepted]);
        assert.isTrue(Option.isNone(yield* outbox.claim(1_000, 2_000)));
        assert.isTrue(Option.isNone(yield* outbox.find("msg_2")));
      })
    );

    test(
      "ignores the outcome of an attempt that another process took over",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        yield* outbox.enqueue(about(1), 0);
        const stalled = someOf(yield* outbox.claim(0, 50));
        const other = someOf(yield* outbox.claim(50, 100));
        assert.isFalse(yield* outbox.settle(stalled, { _tag: "GivenUp" }, failed, 60));
        assert.isTrue(yield* outbox.settle(other, { _tag: "Delivered" }, accepted, 61));
        assert.isFalse(yield* outbox.settle(other, { _tag: "GivenUp" }, failed, 62));
        assert.strictEqual(someOf(yield* outbox.find("msg_1")).state, "delivered");
      })
    );

    test(
      "makes a message that was not delivered due again",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        yield* outbox.enqueue(about(1), 0);
        const claimed = someOf(yield* outbox.claim(0, 50));
        assert.isTrue(yield* outbox.settle(claimed, { _tag: "GivenUp" }, failed, 20));
        assert.isTrue(yield* outbox.retry("msg_1", 70));
        assert.isFalse(yield* outbox.retry("msg_2", 70));
        const again = someOf(yield* outbox.claim(70, 120));
        assert.deepStrictEqual([again.attempts, again.since], [1, 70]);
        assert.isFalse(yield* outbox.settle(claimed, { _tag: "Delivered" }, accepted, 80));
        assert.isTrue(yield* outbox.settle(again, { _tag: "Delivered" }, accepted, 80));
        assert.isFalse(yield* outbox.retry("msg_1", 90));
      })
    );

    test(
      "counts and forgets",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        assert.deepStrictEqual(yield* outbox.counts, { pending: 0, givenUp: 0, oldestPendingAt: null });
        yield* Effect.forEach([1, 2, 3], (position) => outbox.enqueue(about(position), position));
        const first = someOf(yield* outbox.claim(1, 50));
        yield* outbox.settle(first, { _tag: "GivenUp" }, failed, 20);
        assert.deepStrictEqual(yield* outbox.counts, { pending: 2, givenUp: 1, oldestPendingAt: 2 });
        assert.deepStrictEqual(ids(yield* outbox.latest(2)), ["msg_3", "msg_2"]);
        yield* outbox.forget(1);
        assert.strictEqual((yield* outbox.latest(9)).length, 3);
        yield* outbox.forget(100);
        assert.deepStrictEqual(ids(yield* outbox.latest(9)), ["msg_3", "msg_2"]);
        yield* outbox.dropPending;
        assert.deepStrictEqual(yield* outbox.latest(9), []);
      })
    );

    test(
      "remembers that the receiver is gone until reading begins again",
      Effect.gen(function* () {
        const outbox = yield* WebhookOutbox;
        const stoppedAt = Effect.map(outbox.progress, (progress) => someOf(progress).stoppedAt);
        yield* outbox.begin(7);
        yield* outbox.setStopped(30);
        assert.strictEqual(yield* stoppedAt, 30);
        yield* outbox.setStopped(null);
        assert.strictEqual(yield* stoppedAt, null);
        yield* outbox.setStopped(40);
        yield* outbox.begin(9);
        assert.strictEqual(yield* stoppedAt, null);
      })
    );
  });
};
