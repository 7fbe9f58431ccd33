import type { WebhookRefused } from "../../../application/webhook/WebhookRefused.ts";
import { type CommandFailed, failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";

const codes: Readonly<Record<WebhookRefused["reason"], string>> = {
  "not-configured": "webhook_not_configured",
  "unknown-message": "message_not_found",
  "is-delivered": "message_delivered"
};

/** Translates the error of a use case about the webhook into the failure of a command. */
export const webhookFailure = (error: WebhookRefused | Parameters<typeof explainFailure>[0]): CommandFailed =>
  error._tag === "WebhookRefused" ? failure(codes[error.reason], error.message) : explainFailure(error);
