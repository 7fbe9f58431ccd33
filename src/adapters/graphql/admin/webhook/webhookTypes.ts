import { GraphQLEnumType, GraphQLID, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { attemptSentence } from "../../../../application/webhook/attemptSentence.ts";
import type { WebhookStatus } from "../../../../application/webhook/readWebhook.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import type { WebhookMessage } from "../../../../domain/webhook/WebhookMessage.ts";
import { topicMeanings } from "../../../../domain/webhook/WebhookTopic.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";

const count = new GraphQLNonNull(GraphQLInt);
const time = new GraphQLNonNull(dateTimeScalar);

const states = new GraphQLEnumType({
  name: "WebhookMessageState",
  description: "What became of a message of the webhook.",
  values: {
    PENDING: { value: "pending", description: "It is sent, or sent again, when nextAttemptAt is reached." },
    DELIVERED: { value: "delivered", description: "The receiver accepted it." },
    GIVEN_UP: { value: "given-up", description: "It was not accepted, and is not sent again by itself." }
  } satisfies Record<string, { value: WebhookMessage["state"]; description: string }>
});

/** A message of the webhook. */
export const webhookMessage = new GraphQLObjectType<WebhookMessage>({
  name: "WebhookMessage",
  description: "A message of the webhook, and what became of it. Messages that are done are kept for 30 days.",
  fields: {
    id: { type: new GraphQLNonNull(GraphQLID), description: "The header webhook-id, the same at every attempt." },
    type: { type: text, description: "The type, such as admin.added.", resolve: ({ topic }) => topic },
    meaning: {
      type: text,
      description: "What messages of the type report, as a sentence.",
      resolve: ({ topic }) => topicMeanings[topic]
    },
    happenedAt: { type: time, resolve: ({ happenedAt }) => isoTime(happenedAt) },
    position: {
      type: GraphQLInt,
      description: "The position of the event that it is about; null if it is about none, or several.",
      resolve: ({ subject }) => (subject._tag === "EventAt" ? subject.position : null)
    },
    clientId: {
      type: GraphQLString,
      description: "The client that is refused, for a message about refusals of a client.",
      resolve: ({ subject }) =>
        subject._tag === "Refusals" && subject.change.kind === "client" ? subject.change.id : null
    },
    state: { type: new GraphQLNonNull(states) },
    attempts: { type: count, description: "The number of attempts since it was last made due." },
    attemptedAt: {
      type: dateTimeScalar,
      description: "When the last attempt ended; null before the first one.",
      resolve: ({ attemptedAt }) => isoTimeOrNull(attemptedAt)
    },
    nextAttemptAt: {
      type: dateTimeScalar,
      description: "When it is sent next; null if it is not sent again.",
      resolve: ({ dueAt }) => isoTimeOrNull(dueAt)
    },
    outcome: {
      type: GraphQLString,
      description: "What came of the last attempt, such as: it responded with HTTP 500. Null before the first one.",
      resolve: ({ result }) => (result === null ? null : attemptSentence(result))
    }
  }
});

/** The state of the webhook, with the types of messages that are sent. */
export interface ShownWebhook extends WebhookStatus {
  readonly topics: ReadonlyArray<string>;
}

export const webhook = new GraphQLObjectType<ShownWebhook>({
  name: "Webhook",
  description: "The webhook (WEBHOOK_URL), which tells another service about what concerns administration.",
  fields: {
    host: { type: GraphQLString, description: "The host of the receiver; null if none is configured." },
    topics: { type: listOf(GraphQLString), description: "The types of messages that are sent (WEBHOOK_EVENTS)." },
    stoppedAt: {
      type: dateTimeScalar,
      description:
        "When the receiver responded that it is gone (HTTP 410). Nothing is sent then, until a test message or another one is sent by an admin. Null if messages are sent.",
      resolve: ({ stoppedAt }) => isoTimeOrNull(stoppedAt)
    },
    pending: { type: count, description: "The number of messages that are not delivered yet." },
    oldestPendingAt: {
      type: dateTimeScalar,
      description: "When the oldest of these was first due; null if there is none.",
      resolve: ({ oldestPendingAt }) => isoTimeOrNull(oldestPendingAt)
    },
    givenUp: { type: count, description: "The number of messages of the last 30 days that were given up." },
    messages: { type: listOf(webhookMessage), description: "The latest messages, the newest first." }
  }
});
