import type { OutboundFailureReason } from "../../domain/outbound/OutboundHttp.ts";
import type { AttemptResult } from "../../domain/webhook/WebhookMessage.ts";

const problems: Readonly<Record<OutboundFailureReason, string>> = {
  "address-refused": "its address is not one that this service may connect to",
  busy: "too many requests to it are in progress",
  unreachable: "it cannot be reached",
  timeout: "it did not respond in time",
  "too-large": "its response is too large",
  "redirect-refused": "it redirects, which is not followed: set WEBHOOK_URL to the final URL",
  malformed: "its response is not valid HTTP"
};

/** Returns what came of an attempt, as the end of a sentence about the receiver. */
export const attemptSentence = (result: AttemptResult): string =>
  result._tag === "Responded" ? `it responded with HTTP ${result.status}` : problems[result.reason];
