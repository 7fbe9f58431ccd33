import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { AttemptResult } from "../../../src/domain/webhook/WebhookMessage.ts";
import type { ConfiguredReceiver, ReceiverResponse, SentMessage } from "../../../src/domain/webhook/WebhookReceiver.ts";
import { type WebhookTopic, webhookTopics } from "../../../src/domain/webhook/WebhookTopic.ts";

export const responded = (status: number, retryAfter: number | null = null): ReceiverResponse => ({
  result: { _tag: "Responded", status } satisfies AttemptResult,
  retryAfter
});

/** A receiver whose response can be replaced, and what it received. */
export const scriptedReceiver = (topics: Iterable<WebhookTopic> = webhookTopics) => {
  const received: Array<SentMessage & { readonly at: number }> = [];
  const script: { respond: (message: SentMessage) => Effect.Effect<ReceiverResponse> } = {
    respond: () => Effect.succeed(responded(204))
  };
  const receiver: ConfiguredReceiver = {
    host: "hooks.example.com",
    topics: new Set(topics),
    send: Effect.fnUntraced(function* (message) {
      received.push({ ...message, at: yield* Clock.currentTimeMillis });
      return yield* script.respond(message);
    })
  };
  const bodies = (): ReadonlyArray<Record<string, unknown>> => received.map(({ body }) => JSON.parse(body));
  return { receiver, received, script, bodies, types: () => bodies().map(({ type }) => type) };
};
