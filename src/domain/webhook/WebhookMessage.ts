import * as Schema from "effect/Schema";
import type { OutboundFailureReason } from "../outbound/OutboundHttp.ts";
import { RefusalChange } from "./RefusalWatch.ts";
import type { WebhookTopic } from "./WebhookTopic.ts";

/** What a message is about: an event of the log, which is read when the message is sent, a wave of refusals, or nothing. */
export const MessageSubject = Schema.Union(
  Schema.TaggedStruct("EventAt", { position: Schema.Int }),
  Schema.TaggedStruct("Refusals", { change: RefusalChange }),
  Schema.TaggedStruct("Test", {})
);
export type MessageSubject = typeof MessageSubject.Type;

/** A message before the first attempt. `happenedAt` is in Unix milliseconds. */
export interface NewWebhookMessage {
  readonly id: string;
  readonly topic: WebhookTopic;
  readonly subject: MessageSubject;
  readonly happenedAt: number;
}

/** The outcome of an attempt: the status of the receiver, or why there was none. Nothing else of it is kept. */
export type AttemptResult =
  | { readonly _tag: "Responded"; readonly status: number }
  | { readonly _tag: "NoResponse"; readonly reason: OutboundFailureReason };

/** Whether a message is due, was accepted by the receiver, or is not sent again. */
export type WebhookMessageState = "pending" | "delivered" | "given-up";

/** A message and what became of it. Times are in Unix milliseconds. */
export interface WebhookMessage extends NewWebhookMessage {
  readonly state: WebhookMessageState;
  readonly attempts: number;
  /** When the first attempt was due. Attempts end three days later. */
  readonly since: number;
  /** When the next attempt is due; null if none is. */
  readonly dueAt: number | null;
  readonly attemptedAt: number | null;
  readonly result: AttemptResult | null;
}
