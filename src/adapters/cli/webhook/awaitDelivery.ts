import * as Effect from "effect/Effect";
import { attemptSentence } from "../../../application/webhook/attemptSentence.ts";
import { findMessage } from "../../../application/webhook/sendAgain.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { WebhookMessage } from "../../../domain/webhook/WebhookMessage.ts";
import type { Report } from "../report/present.ts";
import { messageJson } from "./describeMessage.ts";

/** Milliseconds between two looks, and the number of looks: a receiver has 15 seconds, and the service a moment. */
const looks = { pause: 250, count: 80 };

const textOf = ({ dueAt, id, result, state }: WebhookMessage): string => {
  if (result === null)
    return `The message ${id} was not sent within 20 seconds. Is the service running, with WEBHOOK_URL? It is sent as soon as it runs.`;
  const outcome = attemptSentence(result);
  if (state === "delivered") return `The message ${id} was delivered: ${outcome}.`;
  return `The message ${id} was not delivered: ${outcome}.${dueAt === null ? "" : ` It is sent again at ${isoTime(dueAt)}.`}`;
};

/** Waits until the running service has made an attempt, and says what came of it. */
export const awaitDelivery = Effect.fnUntraced(function* (sent: WebhookMessage) {
  let message = sent;
  for (let look = 0; look < looks.count; look += 1) {
    message = yield* findMessage(sent.id);
    if (message.attemptedAt !== null && message.attemptedAt >= sent.since) break;
    yield* Effect.sleep(looks.pause);
  }
  const isFailure = message.state !== "delivered";
  return { text: textOf(message), json: messageJson(message), isFailure } satisfies Report;
});
