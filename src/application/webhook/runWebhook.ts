import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import type { ConfiguredReceiver } from "../../domain/webhook/WebhookReceiver.ts";
import { underRenewedLease } from "../lease/withRenewedLease.ts";
import { collectMessages } from "./collectMessages.ts";
import { deliverMessages } from "./deliverMessages.ts";

const lease = { name: "webhook", leaseMs: 15_000, renewEveryMs: 5_000 };

/** Milliseconds: after a lost lease, between two deletions, and after which a message that is done is deleted. */
const pauses = { acquire: 1_000, forget: 3_600_000, kept: 30 * 24 * 3_600_000 };

const forgetOld = Effect.gen(function* () {
  const outbox = yield* WebhookOutbox;
  yield* outbox.forget((yield* Clock.currentTimeMillis) - pauses.kept);
  yield* Effect.sleep(pauses.forget);
}).pipe(Effect.forever);

const runAll = (receiver: ConfiguredReceiver) =>
  Effect.all([collectMessages(receiver.topics), deliverMessages(receiver), forgetOld], {
    concurrency: "unbounded",
    discard: true
  });

/**
 * Reads the log for messages and sends them for as long as the process runs, in the one process that holds the lease. A
 * failure of the database ends the lease, and it begins again with the next.
 */
export const runWebhook = (receiver: ConfiguredReceiver) =>
  underRenewedLease(lease, () => runAll(receiver)).pipe(
    Effect.catchAll((problem) => Effect.logDebug("The webhook was interrupted", problem)),
    Effect.zipRight(Effect.sleep(pauses.acquire)),
    Effect.forever
  );
