import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AttemptResult } from "./WebhookMessage.ts";
import type { WebhookTopic } from "./WebhookTopic.ts";

/** A message as it is sent. Its id and its body are the same at every attempt. */
export interface SentMessage {
  readonly id: string;
  readonly body: string;
  /** When this attempt is made, in Unix milliseconds. */
  readonly sentAt: number;
}

/** The outcome of an attempt, and for how many milliseconds the receiver asks to wait (`Retry-After`); null if it does not. */
export interface ReceiverResponse {
  readonly result: AttemptResult;
  readonly retryAfter: number | null;
}

/** The receiver of the messages. */
export interface ConfiguredReceiver {
  /** The host of its URL; the rest can be a secret. */
  readonly host: string;
  /** The types of messages about the log that it gets. */
  readonly topics: ReadonlySet<WebhookTopic>;
  /** Signs a message (Standard Webhooks) and sends it. Follows no redirect. */
  readonly send: (message: SentMessage) => Effect.Effect<ReceiverResponse>;
}

/** The configured receiver; null for none. */
export class WebhookReceiver extends Context.Tag("domain/WebhookReceiver")<
  WebhookReceiver,
  ConfiguredReceiver | null
>() {}
