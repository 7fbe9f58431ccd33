import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { WebhookOutbox, type WebhookProgress } from "../../domain/webhook/WebhookOutbox.ts";
import type { WebhookTopic } from "../../domain/webhook/WebhookTopic.ts";
import { type ReadUpTo, readLog } from "./readLog.ts";

/** Milliseconds between two looks, and the longest time for which what was read without a message is not stored. */
const pauses = { look: 1_000, store: 10_000 };

/** Reads from a stored position until another process, or `begin`, has stored another one. */
const readOn = Effect.fnUntraced(function* (stored: WebhookProgress, topics: ReadonlySet<WebhookTopic>) {
  const outbox = yield* WebhookOutbox;
  let from = stored.position;
  let storedAt = yield* Clock.currentTimeMillis;
  let read: ReadUpTo = stored;
  for (;;) {
    const step = yield* readLog(read, topics);
    const now = yield* Clock.currentTimeMillis;
    const { hasMore, messages, position, watch } = step;
    read = step;
    const isDue = position > from && now - storedAt >= pauses.store;
    if (messages.length > 0 || isDue) {
      if (!(yield* outbox.advance({ from, to: position, watch, messages, now }))) return;
      from = position;
      storedAt = now;
    }
    if (!hasMore) yield* Effect.sleep(pauses.look);
  }
});

/** Reads the log for as long as it runs, and stores the messages that follow from it. */
export const collectMessages = Effect.fnUntraced(function* (topics: ReadonlySet<WebhookTopic>) {
  const outbox = yield* WebhookOutbox;
  for (;;) {
    const progress = yield* outbox.progress;
    if (Option.isSome(progress)) yield* readOn(progress.value, topics);
    yield* Effect.sleep(pauses.look);
  }
});
