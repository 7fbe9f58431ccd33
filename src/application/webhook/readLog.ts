import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { knownEventTypes } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import type { ReportedAt } from "../../domain/webhook/eventContent.ts";
import { eventTopic, reportedTypes } from "../../domain/webhook/eventTopic.ts";
import type { RefusalChange, RefusalWatch } from "../../domain/webhook/RefusalWatch.ts";
import { refusalSignals, signalTypes } from "../../domain/webhook/refusalSignals.ts";
import { mayContinue, reportedEvents } from "../../domain/webhook/reportedEvents.ts";
import type { NewWebhookMessage } from "../../domain/webhook/WebhookMessage.ts";
import type { WebhookTopic } from "../../domain/webhook/WebhookTopic.ts";
import { watchRefusals } from "../../domain/webhook/watchRefusals.ts";
import { placedEvents } from "./placedEvents.ts";

/** How far the log was read, and which refusals count up to there. */
export interface ReadUpTo {
  readonly position: number;
  readonly watch: RefusalWatch;
}

/** The events after that, what counts then, and the messages that follow. */
export interface ReadStep extends ReadUpTo {
  readonly messages: ReadonlyArray<NewWebhookMessage>;
  /** Whether there are more events, which were not read yet. */
  readonly hasMore: boolean;
}

const pageSize = 500;

/** The types of events that never lead to a message. */
const skippedTypes: ReadonlySet<string> = new Set(
  [...knownEventTypes].filter((type) => !reportedTypes.has(type) && !signalTypes.has(type))
);

interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly upTo: number;
  readonly hasMore: boolean;
}

/** Returns the next events. An addition of an admin at the end of a full page is left for the next one, with its role. */
const nextPage = Effect.fnUntraced(function* (after: number, head: number) {
  if (head <= after) return { events: [], upTo: after, hasMore: false } satisfies Page;
  const events = yield* (yield* EventLog).readRange({ after, upTo: head }, pageSize, skippedTypes);
  const last = events.at(-1);
  if (events.length < pageSize || last === undefined) return { events, upTo: head, hasMore: false } satisfies Page;
  if (!mayContinue(last.type)) return { events, upTo: last.position, hasMore: true } satisfies Page;
  return { events: events.slice(0, -1), upTo: last.position - 1, hasMore: true } satisfies Page;
});

const eventMessage = ({ event, recorded }: ReportedAt): NewWebhookMessage | null => {
  const topic = eventTopic(event);
  if (topic === null) return null;
  const { id, position, recordedAt } = recorded;
  return { id: `msg_${id}`, topic, subject: { _tag: "EventAt", position }, happenedAt: Date.parse(recordedAt) };
};

const waveMessage = (change: RefusalChange): NewWebhookMessage => {
  const subject = { _tag: "Refusals", change } as const;
  return change.endedAt === null
    ? { id: `msg_${change.waveId}-started`, topic: "refusals.started", subject, happenedAt: change.startedAt }
    : { id: `msg_${change.waveId}-ended`, topic: "refusals.ended", subject, happenedAt: change.endedAt };
};

/**
 * Reads the log on, and returns the messages of some types that follow. The same events lead to the same messages with the
 * same ids, wherever reading was interrupted.
 */
export const readLog = Effect.fnUntraced(function* (before: ReadUpTo, topics: ReadonlySet<WebhookTopic>) {
  const head = yield* (yield* EventLog).head;
  const { events, hasMore, upTo } = yield* nextPage(before.position, head);
  const now = hasMore ? null : yield* Clock.currentTimeMillis;
  const { changes, watch } = watchRefusals(before.watch, events.flatMap(refusalSignals), now);
  const reported = reportedEvents(placedEvents(events)).flatMap((each) => eventMessage(each) ?? []);
  const messages = [...reported, ...changes.map(waveMessage)].filter(({ topic }) => topics.has(topic));
  return { position: upTo, watch, messages, hasMore } satisfies ReadStep;
});
