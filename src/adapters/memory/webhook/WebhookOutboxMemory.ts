import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { initialWatch } from "../../../domain/webhook/RefusalWatch.ts";
import type { NewWebhookMessage, WebhookMessage } from "../../../domain/webhook/WebhookMessage.ts";
import {
  type AttemptOutcome,
  type ClaimedAttempt,
  WebhookOutbox,
  type WebhookProgress
} from "../../../domain/webhook/WebhookOutbox.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface Stored {
  readonly progress: WebhookProgress | null;
  readonly messages: ReadonlyArray<WebhookMessage>;
}

const pending = (message: NewWebhookMessage, now: number): WebhookMessage => ({
  ...message,
  state: "pending",
  attempts: 0,
  since: now,
  dueAt: now,
  attemptedAt: null,
  result: null
});

const withNew = ({ messages, ...stored }: Stored, added: ReadonlyArray<NewWebhookMessage>, now: number): Stored => ({
  ...stored,
  messages: [
    ...messages,
    ...added.filter(({ id }) => messages.every((each) => each.id !== id)).map((message) => pending(message, now))
  ]
});

const replace = (stored: Stored, changed: WebhookMessage): Stored => ({
  ...stored,
  messages: stored.messages.map((each) => (each.id === changed.id ? changed : each))
});

/** Messages are in the order in which they were stored, and sorting keeps it. */
const byDue = (one: WebhookMessage, other: WebhookMessage): number => (one.dueAt ?? 0) - (other.dueAt ?? 0);

const isClaimed = (message: WebhookMessage, { attempts, id, since }: ClaimedAttempt): boolean =>
  message.id === id && message.attempts === attempts && message.since === since && message.state === "pending";

const settledBy = (outcome: AttemptOutcome): Pick<WebhookMessage, "dueAt" | "state"> => {
  if (outcome._tag === "Again") return { state: "pending", dueAt: outcome.dueAt };
  return { state: outcome._tag === "Delivered" ? "delivered" : "given-up", dueAt: null };
};

const makeWebhookOutbox = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<Stored>({ progress: null, messages: [] });

  /** Changes the first message, by when it is due, that is chosen. Returns it as it is then; none if none is chosen. */
  const changeFirst = (isChosen: (message: WebhookMessage) => boolean, change: Partial<WebhookMessage>) =>
    cell.modify((stored): readonly [Option.Option<WebhookMessage>, Stored] => {
      const chosen = stored.messages.filter(isChosen).toSorted(byDue)[0];
      if (chosen === undefined) return [Option.none(), stored];
      const changed = { ...chosen, ...change };
      return [Option.some(changed), replace(stored, changed)];
    });

  const keep = (isKept: (message: WebhookMessage) => boolean) =>
    cell.modify((stored) => [undefined, { ...stored, messages: stored.messages.filter(isKept) }]);

  return WebhookOutbox.of({
    progress: Effect.map(cell.get, ({ progress }) => Option.fromNullable(progress)),
    begin: (position) =>
      cell.modify((stored) => [undefined, { ...stored, progress: { position, watch: initialWatch, stoppedAt: null } }]),
    advance: ({ from, messages, now, to, watch }) =>
      cell.modify((stored) => {
        if (stored.progress?.position !== from) return [false, stored];
        return [true, withNew({ ...stored, progress: { ...stored.progress, position: to, watch } }, messages, now)];
      }),
    enqueue: (message, now) => cell.modify((stored) => [undefined, withNew(stored, [message], now)]),
    claim: (now, until) =>
      cell.modify((stored): readonly [Option.Option<WebhookMessage>, Stored] => {
        const due = stored.messages
          .filter(({ dueAt, state }) => state === "pending" && dueAt !== null && dueAt <= now)
          .toSorted(byDue)[0];
        if (due === undefined) return [Option.none(), stored];
        const claimed = { ...due, attempts: due.attempts + 1, dueAt: until };
        return [Option.some(claimed), replace(stored, claimed)];
      }),
    settle: (attempt, outcome, result, now) =>
      Effect.map(
        changeFirst((message) => isClaimed(message, attempt), { ...settledBy(outcome), attemptedAt: now, result }),
        Option.isSome
      ),
    setStopped: (stoppedAt) =>
      cell.modify((stored) => [
        undefined,
        { ...stored, progress: stored.progress === null ? null : { ...stored.progress, stoppedAt } }
      ]),
    retry: (id, now) =>
      Effect.map(
        changeFirst((message) => message.id === id && message.state !== "delivered", {
          state: "pending",
          attempts: 0,
          since: now,
          dueAt: now
        }),
        Option.isSome
      ),
    find: (id) =>
      Effect.map(cell.get, ({ messages }) => Option.fromNullable(messages.find((message) => message.id === id))),
    latest: (limit) => Effect.map(cell.get, ({ messages }) => messages.toReversed().slice(0, limit)),
    counts: Effect.map(cell.get, ({ messages }) => {
      const waiting = messages.filter(({ state }) => state === "pending");
      return {
        pending: waiting.length,
        givenUp: messages.filter(({ state }) => state === "given-up").length,
        oldestPendingAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ since }) => since))
      };
    }),
    forget: (before) => keep(({ since, state }) => state === "pending" || since >= before),
    dropPending: keep(({ state }) => state !== "pending")
  });
});

/** The outbox of the webhook in memory. */
export const layer: Layer.Layer<WebhookOutbox, never, MemoryStore> = Layer.effect(WebhookOutbox, makeWebhookOutbox);
