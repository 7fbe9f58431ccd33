import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { type ReceiverResponse, WebhookReceiver } from "../../domain/webhook/WebhookReceiver.ts";
import type { WebhookSettings } from "../../domain/webhook/WebhookSettings.ts";
import { readRetryAfter } from "./readRetryAfter.ts";
import { signMessage } from "./signMessage.ts";

/** In milliseconds. The guide of Standard Webhooks suggests 15 to 30 seconds. */
const usualTimeLimit = 15_000;

/** In bytes. Nothing of the response is used: it is read so that the connection can be. */
const maxResponse = 1_048_576;

const makeReceiver = ({ secrets, topics, url }: WebhookSettings, timeLimit: number) =>
  Effect.map(OutboundHttp, ({ send }) =>
    WebhookReceiver.of({
      host: new URL(Redacted.value(url)).host,
      topics,
      send: (message) =>
        send({
          method: "POST",
          url: Redacted.value(url),
          headers: { "content-type": "application/json", ...signMessage(message, secrets) },
          body: message.body,
          maxBytes: maxResponse,
          headersWithin: timeLimit,
          completeWithin: timeLimit
        }).pipe(
          Effect.match({
            onSuccess: ({ headers, status }): ReceiverResponse => ({
              result: { _tag: "Responded", status },
              retryAfter: readRetryAfter(headers["retry-after"], message.sentAt)
            }),
            onFailure: ({ reason }): ReceiverResponse => ({ result: { _tag: "NoResponse", reason }, retryAfter: null })
          })
        )
    })
  );

/** Sends messages over HTTP, signed as Standard Webhooks describes; null for no receiver. A response may take 15 seconds by default. */
export const layer = (
  settings: WebhookSettings | null,
  timeLimit = usualTimeLimit
): Layer.Layer<WebhookReceiver, never, OutboundHttp> =>
  settings === null
    ? Layer.succeed(WebhookReceiver, null)
    : Layer.effect(WebhookReceiver, makeReceiver(settings, timeLimit));
