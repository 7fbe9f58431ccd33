import * as Effect from "effect/Effect";
import { readWebhook, type WebhookStatus } from "../../../application/webhook/readWebhook.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Given, Run } from "../command/Command.ts";
import { present, type Report } from "../report/present.ts";
import { messageJson, messageText } from "./describeMessage.ts";
import { webhookFailure } from "./webhookFailure.ts";
import { limit } from "./webhookParameters.ts";

const usualLimit = 20;

const waiting = ({ oldestPendingAt, pending }: WebhookStatus): string =>
  oldestPendingAt === null
    ? "No message is waiting."
    : `${pending === 1 ? "1 message is" : `${pending} messages are`} waiting, the oldest since ${isoTime(oldestPendingAt)}.`;

const stopped = ({ stoppedAt }: WebhookStatus): ReadonlyArray<string> =>
  stoppedAt === null
    ? []
    : [
        `The receiver responded at ${isoTime(stoppedAt)} that it is gone: nothing is sent. tidemark webhook test tries it again.`
      ];

const textOf = (status: WebhookStatus): string => {
  if (status.host === null && status.messages.length === 0)
    return "There is no webhook. Set WEBHOOK_URL and WEBHOOK_SECRET to have one.";
  const receiver =
    status.host === null
      ? "There is no webhook since the last start of the service."
      : `Messages are sent to ${status.host}.`;
  return [receiver, ...stopped(status), waiting(status), ...status.messages.map(messageText)].join("\n");
};

const report = Effect.fnUntraced(function* (given: Given) {
  const status = yield* readWebhook(given(limit) ?? usualLimit);
  const { givenUp, host, messages, oldestPendingAt, pending, stoppedAt } = status;
  return {
    text: textOf(status),
    json: {
      host,
      stoppedAt: isoTimeOrNull(stoppedAt),
      pending,
      oldestPendingAt: isoTimeOrNull(oldestPendingAt),
      givenUp,
      messages: messages.map(messageJson)
    }
  } satisfies Report;
});

export const status: Run = (given) => present(given, Effect.mapError(report(given), webhookFailure));
