import * as Schema from "effect/Schema";

const sentences = {
  "not-configured": "There is no webhook: set WEBHOOK_URL and WEBHOOK_SECRET, and start the service again.",
  "unknown-message": "There is no message with this id: messages that are done are deleted after 30 days.",
  "is-delivered": "The message was delivered, and is not sent again."
} as const;

/** A message is not sent. */
export class WebhookRefused extends Schema.TaggedError<WebhookRefused>()("WebhookRefused", {
  reason: Schema.Literal("not-configured", "unknown-message", "is-delivered")
}) {
  override get message(): string {
    return sentences[this.reason];
  }
}
