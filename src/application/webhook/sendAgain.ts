import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { freshEventId } from "../../domain/event/EventId.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { NewWebhookMessage } from "../../domain/webhook/WebhookMessage.ts";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import { receiverHost } from "./readWebhook.ts";
import { WebhookRefused } from "./WebhookRefused.ts";

const requireReceiver = Effect.filterOrFail(
  receiverHost,
  (host) => host !== null,
  () => new WebhookRefused({ reason: "not-configured" })
);

/** Returns a message as it is stored now. */
export const findMessage = Effect.fnUntraced(function* (id: string) {
  const message = Option.getOrNull(yield* (yield* WebhookOutbox).find(id));
  return message ?? (yield* new WebhookRefused({ reason: "unknown-message" }));
});

/** Stores a test message, which the service sends within a second. A receiver that said it is gone is tried again. */
export const sendTestMessage = traced("sendTestMessage")(function* () {
  yield* requireReceiver;
  const outbox = yield* WebhookOutbox;
  const happenedAt = yield* Clock.currentTimeMillis;
  const id = `msg_${yield* freshEventId}`;
  const message: NewWebhookMessage = { id, topic: "webhook.test", subject: { _tag: "Test" }, happenedAt };
  yield* outbox.enqueue(message, happenedAt);
  yield* outbox.setStopped(null);
  return yield* findMessage(id);
});

/** Makes a message that was not delivered due now. A receiver that said it is gone is tried again. */
export const sendMessageAgain = traced("sendMessageAgain")(function* (id: string) {
  yield* requireReceiver;
  const outbox = yield* WebhookOutbox;
  const isDue = yield* outbox.retry(id, yield* Clock.currentTimeMillis);
  const message = yield* findMessage(id);
  if (!isDue) return yield* new WebhookRefused({ reason: "is-delivered" });
  yield* outbox.setStopped(null);
  return message;
});
