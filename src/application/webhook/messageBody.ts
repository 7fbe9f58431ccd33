import * as Effect from "effect/Effect";
import { EventLog } from "../../domain/event/EventLog.ts";
import { isoTime } from "../../domain/time/isoTime.ts";
import { eventContent } from "../../domain/webhook/eventContent.ts";
import type { RefusalChange } from "../../domain/webhook/RefusalWatch.ts";
import { refusalContent } from "../../domain/webhook/refusalContent.ts";
import { reportedEvents } from "../../domain/webhook/reportedEvents.ts";
import type { WebhookBody, WebhookContent } from "../../domain/webhook/WebhookContent.ts";
import type { NewWebhookMessage } from "../../domain/webhook/WebhookMessage.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";
import { placedEvents } from "./placedEvents.ts";

/** What is said about an event that this version cannot read, or that was archived. */
const unreadable = (position: number, url: string): WebhookContent => ({
  text: `The event at position ${position} of the log is reported without details. ${url}`,
  data: { position, url }
});

/** Reads the event, with the next one, which can be the role of an added admin. */
const contentOfEvent = Effect.fnUntraced(function* (position: number, url: string) {
  const log = yield* EventLog;
  const recorded = yield* log.readRange({ after: position - 1, upTo: position + 1 }, 2, new Set());
  const reported = reportedEvents(placedEvents(recorded)).find((each) => each.recorded.position === position);
  return reported === undefined ? unreadable(position, url) : eventContent(reported, url);
});

/** The failures of an app, or the refused sign-ins to administer, in the history of the settings. */
const refusalsUrl = ({ id, kind }: RefusalChange, publicUrl: string): string =>
  kind === "client"
    ? `${publicUrl}/settings/audit?client=${encodeURIComponent(id)}&outcome=failure`
    : `${publicUrl}/settings/audit?type=AdminLoginFailed.v1`;

const contentOf = Effect.fnUntraced(function* ({ subject }: NewWebhookMessage) {
  const publicUrl = yield* PublicUrl;
  switch (subject._tag) {
    case "EventAt":
      return yield* contentOfEvent(subject.position, `${publicUrl}/settings/audit/events/${subject.position}`);
    case "Refusals":
      return refusalContent(subject.change, refusalsUrl(subject.change, publicUrl));
    case "Test": {
      const url = `${publicUrl}/settings/webhook`;
      return { text: `This is a test message of ${publicUrl}. ${url}`, data: { url } } satisfies WebhookContent;
    }
  }
});

/**
 * Returns the body of a message as JSON. What is personal in it is read from the log now: after an erasure it says only that
 * the person was erased.
 */
export const messageBody = Effect.fnUntraced(function* (message: NewWebhookMessage) {
  const body: WebhookBody = {
    type: message.topic,
    timestamp: isoTime(message.happenedAt),
    ...(yield* contentOf(message))
  };
  return JSON.stringify(body);
});
