import { attemptSentence } from "../../../application/webhook/attemptSentence.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { WebhookMessage } from "../../../domain/webhook/WebhookMessage.ts";

/** Returns a message as JSON. */
export const messageJson = ({
  attemptedAt,
  attempts,
  dueAt,
  happenedAt,
  id,
  result,
  state,
  topic
}: WebhookMessage) => ({
  id,
  type: topic,
  happenedAt: isoTime(happenedAt),
  state,
  attempts,
  attemptedAt: isoTimeOrNull(attemptedAt),
  nextAttemptAt: isoTimeOrNull(dueAt),
  outcome: result === null ? null : attemptSentence(result)
});

const attemptsText = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`);

const stateText = ({ attempts, dueAt, result, state }: WebhookMessage): string => {
  const outcome = result === null ? "" : `: ${attemptSentence(result)}`;
  switch (state) {
    case "delivered":
      return "delivered";
    case "given-up":
      return `given up after ${attemptsText(attempts)}${outcome}`;
    case "pending":
      return result === null
        ? "pending"
        : `pending, ${attemptsText(attempts)}${outcome}; next attempt ${isoTime(dueAt ?? 0)}`;
  }
};

/** Returns a message as two lines. */
export const messageText = (message: WebhookMessage): string =>
  `${message.id}  ${message.topic}  ${isoTime(message.happenedAt)}\n  ${stateText(message)}`;
