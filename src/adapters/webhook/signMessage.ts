import { createHmac } from "node:crypto";
import * as Redacted from "effect/Redacted";
import type { SentMessage } from "../../domain/webhook/WebhookReceiver.ts";
import type { WebhookSecrets } from "../../domain/webhook/WebhookSettings.ts";

/** Returns the headers of a message (Standard Webhooks): its id, the time of the attempt in seconds, and the signatures. */
export const signMessage = ({ body, id, sentAt }: SentMessage, secrets: WebhookSecrets) => {
  const timestamp = String(Math.floor(sentAt / 1_000));
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac("sha256", Redacted.value(secret)).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" ")
  } as const;
};
