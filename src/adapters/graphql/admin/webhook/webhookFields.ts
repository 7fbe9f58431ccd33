import * as Effect from "effect/Effect";
import { GraphQLID, GraphQLNonNull } from "graphql";
import { readWebhook } from "../../../../application/webhook/readWebhook.ts";
import { sendMessageAgain, sendTestMessage } from "../../../../application/webhook/sendAgain.ts";
import { WebhookReceiver } from "../../../../domain/webhook/WebhookReceiver.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { type ShownWebhook, webhook, webhookMessage } from "./webhookTypes.ts";

/** The number of messages that are shown. */
const shownMessages = 50;

const shown = Effect.gen(function* () {
  const topics = [...((yield* WebhookReceiver)?.topics ?? [])];
  return { ...(yield* readWebhook(shownMessages)), topics } satisfies ShownWebhook;
});

/** The fields of the admin API about the webhook. */
export const webhookFields: RootFields<AdminContext> = {
  query: {
    webhook: {
      type: new GraphQLNonNull(webhook),
      description: "The webhook, and its latest messages.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => shown)
    }
  },
  mutation: {
    sendWebhookTest: {
      type: new GraphQLNonNull(webhookMessage),
      description: "Sends a test message within a few seconds. webhook says what came of it.",
      resolve: (_source, _arguments, context) => asAdmin(context, sendTestMessage)
    },
    retryWebhookMessage: {
      type: new GraphQLNonNull(webhookMessage),
      description: "Sends a message that was not delivered again, now.",
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_source, { id }: { readonly id: string }, context) => asAdmin(context, () => sendMessageAgain(id))
    }
  }
};
