import * as Clock from "effect/Clock";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Random from "effect/Random";
import { systemActor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type NextAttempt, nextAttempt } from "../../domain/webhook/nextAttempt.ts";
import { type GivenUpReason, WebhookDeliveryGivenUp } from "../../domain/webhook/WebhookEvent.ts";
import type { AttemptResult, WebhookMessage } from "../../domain/webhook/WebhookMessage.ts";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import type { ConfiguredReceiver } from "../../domain/webhook/WebhookReceiver.ts";
import { webhooks } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { attemptSentence } from "./attemptSentence.ts";
import { messageBody } from "./messageBody.ts";
import { webhookStream } from "./webhookStream.ts";

/** Milliseconds: between two looks, between messages after a failure, and for which a claimed message is left alone. */
const pauses = { look: 1_000, failure: 5_000, claim: 60_000 };

/** The message was claimed by another process, or was made due by an admin. */
class AttemptOvertaken extends Data.TaggedError("AttemptOvertaken")<{ readonly id: string }> {}

/** Stores that a message is given up, with its event. */
const giveUp = Effect.fnUntraced(function* (message: WebhookMessage, result: AttemptResult, reason: GivenUpReason) {
  const outbox = yield* WebhookOutbox;
  const now = yield* Clock.currentTimeMillis;
  const { attempts, id, topic } = message;
  const settle = Effect.filterOrFail(
    outbox.settle(message, { _tag: "GivenUp" }, result, now),
    (isSettled) => isSettled,
    () => new AttemptOvertaken({ id })
  );
  yield* decide({
    aggregate: webhooks,
    stream: webhookStream,
    metadata: () => ({ actor: systemActor }),
    decide: () =>
      Effect.succeed({
        events: [new WebhookDeliveryGivenUp({ messageId: id, messageType: topic, attempts, reason })],
        outcome: undefined
      }),
    alongside: () => Effect.zipRight(settle, reason === "gone" ? outbox.setStopped(now) : Effect.void)
  });
});

const store = Effect.fnUntraced(function* (message: WebhookMessage, result: AttemptResult, next: NextAttempt) {
  if (next._tag === "GivenUp") return yield* giveUp(message, result, next.reason);
  yield* (yield* WebhookOutbox).settle(message, next, result, yield* Clock.currentTimeMillis);
});

const warn = ({ attempts, id }: WebhookMessage, host: string, result: AttemptResult, next: NextAttempt) => {
  const problem = `The message ${id} of the webhook was not delivered to ${host}: ${attemptSentence(result)}`;
  if (next._tag === "GivenUp") return Effect.logError(`${problem}. It is not sent again by itself`);
  return attempts === 1 ? Effect.logWarning(`${problem}. It is sent again`) : Effect.logDebug(problem);
};

/** Makes one attempt, and returns what follows from it. */
const attempt = traced("deliverWebhookMessage")(function* (message: WebhookMessage, receiver: ConfiguredReceiver) {
  const { attempts, id, since } = message;
  const body = yield* messageBody(message);
  const { result, retryAfter } = yield* receiver.send({ id, body, sentAt: yield* Clock.currentTimeMillis });
  const now = yield* Clock.currentTimeMillis;
  const next = nextAttempt({ attempts, since, now, result, retryAfter, jitter: yield* Random.next });
  yield* store(message, result, next);
  if (next._tag !== "Delivered") yield* warn(message, receiver.host, result, next);
  return next;
});

const isStopped = Effect.map(
  Effect.flatMap(WebhookOutbox, ({ progress }) => progress),
  Option.exists(({ stoppedAt }) => stoppedAt !== null)
);

/** Sends the message that is due the longest. Returns the milliseconds to wait before the next one. */
export const deliverNext = Effect.fnUntraced(function* (receiver: ConfiguredReceiver) {
  if (yield* isStopped) return pauses.look;
  const now = yield* Clock.currentTimeMillis;
  const due = Option.getOrNull(yield* (yield* WebhookOutbox).claim(now, now + pauses.claim));
  if (due === null) return pauses.look;
  const { _tag } = yield* attempt(due, receiver);
  return _tag === "Delivered" ? 0 : pauses.failure;
});

/** Sends the messages that are due, one after the other, for as long as it runs. */
export const deliverMessages = (receiver: ConfiguredReceiver) =>
  deliverNext(receiver).pipe(
    Effect.catchTag("AttemptOvertaken", () => Effect.succeed(0)),
    Effect.flatMap((pause) => (pause === 0 ? Effect.yieldNow() : Effect.sleep(pause))),
    Effect.forever
  );
