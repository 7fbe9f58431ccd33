import * as Schema from "effect/Schema";
import { WebhookTopic } from "./WebhookTopic.ts";

/** The operator configured another receiver, or none (null). The rest of its URL can be a secret, and is not recorded. */
export class WebhookTargetChanged extends Schema.TaggedClass<WebhookTargetChanged>()("WebhookTargetChanged.v1", {
  host: Schema.NullOr(Schema.String)
}) {}

/** Why a message is not sent again: the receiver did not accept it in time, or said that it is gone for good. */
export const GivenUpReason = Schema.Literal("expired", "gone");
export type GivenUpReason = typeof GivenUpReason.Type;

/** A message of the webhook was not delivered, and is not sent again by itself. */
export class WebhookDeliveryGivenUp extends Schema.TaggedClass<WebhookDeliveryGivenUp>()("WebhookDeliveryGivenUp.v1", {
  messageId: Schema.String,
  messageType: WebhookTopic,
  attempts: Schema.NonNegativeInt,
  reason: GivenUpReason
}) {}

/** The events of the stream `webhook-target`. */
export const WebhookEvent = Schema.Union(WebhookTargetChanged, WebhookDeliveryGivenUp);
export type WebhookEvent = typeof WebhookEvent.Type;

/** The host of the receiver that was recorded last; null for none. */
export interface RecordedTarget {
  readonly host: string | null;
}

export const initialTarget: RecordedTarget = { host: null };

/** Returns the receiver after an event. */
export const evolveTarget = (target: RecordedTarget, event: WebhookEvent): RecordedTarget =>
  event._tag === "WebhookTargetChanged.v1" ? { host: event.host } : target;
