import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { WebhookMessage } from "../../domain/webhook/WebhookMessage.ts";
import { type OutboxCounts, WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import { webhooks } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { webhookStream } from "./webhookStream.ts";

/** The state of the webhook. */
export interface WebhookStatus extends OutboxCounts {
  /** The host of the receiver; null if none is configured. */
  readonly host: string | null;
  /** When the receiver said that it is gone, in Unix milliseconds; null if messages are sent. */
  readonly stoppedAt: number | null;
  /** The latest messages, the newest first. */
  readonly messages: ReadonlyArray<WebhookMessage>;
}

/** Returns the host of the receiver that a service was last started with; null for none. */
export const receiverHost = Effect.map(loadAggregate(webhooks, webhookStream), ({ state }) => state.host);

/** Returns the state of the webhook, with up to `limit` messages. */
export const readWebhook = Effect.fnUntraced(function* (limit: number) {
  const outbox = yield* WebhookOutbox;
  const stoppedAt = Option.match(yield* outbox.progress, { onNone: () => null, onSome: (found) => found.stoppedAt });
  return {
    host: yield* receiverHost,
    stoppedAt,
    ...(yield* outbox.counts),
    messages: yield* outbox.latest(limit)
  } satisfies WebhookStatus;
});
