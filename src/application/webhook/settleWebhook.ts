import * as Effect from "effect/Effect";
import { systemActor } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { inStep } from "../../domain/failure/traced.ts";
import { WebhookTargetChanged } from "../../domain/webhook/WebhookEvent.ts";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import { WebhookReceiver } from "../../domain/webhook/WebhookReceiver.ts";
import { webhooks } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { webhookStream } from "./webhookStream.ts";

/**
 * Prepares the outbox for a receiver: without one, nothing waits; the first one gets what happens from now on; another one
 * gets what its predecessor did not.
 */
const prepare = Effect.fnUntraced(function* (before: string | null, host: string | null) {
  const outbox = yield* WebhookOutbox;
  if (host === null) return yield* outbox.dropPending;
  if (before === null) return yield* outbox.begin(yield* (yield* EventLog).head);
  yield* outbox.setStopped(null);
});

/** Records the host of the configured receiver if it is another one than before. */
export const settleWebhook = Effect.gen(function* () {
  const host = (yield* WebhookReceiver)?.host ?? null;
  yield* decide({
    aggregate: webhooks,
    stream: webhookStream,
    metadata: () => ({ actor: systemActor }),
    decide: (before) =>
      Effect.succeed({
        events: before.host === host ? [] : [new WebhookTargetChanged({ host })],
        outcome: before.host
      }),
    alongside: (before) => prepare(before, host)
  });
}).pipe(inStep("settleWebhook"));
