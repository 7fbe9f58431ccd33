import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { limit, messageId } from "./webhookParameters.ts";

const messageExample = {
  id: "msg_0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  type: "admin.added",
  happenedAt: "2026-01-31T12:00:00.000Z",
  state: "delivered",
  attempts: 1,
  attemptedAt: "2026-01-31T12:00:01.000Z",
  nextAttemptAt: null,
  outcome: "it responded with HTTP 204"
};

const exits = { 1: "The message was not delivered, or the command was refused." };

/** The commands about the webhook. */
export const webhookCommands = {
  webhook: group({
    description: "Shows, tests and repeats the messages of the webhook, which the running service sends.",
    examples: ["tidemark webhook status", "tidemark webhook test"]
  }),
  "webhook status": command({
    description: "Shows where the messages of the webhook are sent, and what became of the latest ones.",
    parameters: [limit, json],
    examples: ["tidemark webhook status", "tidemark webhook status --json"],
    jsonExample: {
      host: "hooks.example.com",
      stoppedAt: null,
      pending: 0,
      oldestPendingAt: null,
      givenUp: 0,
      messages: [messageExample]
    },
    load: async () => (await import("./statusCommand.ts")).status
  }),
  "webhook test": command({
    description: "Has the running service send a test message, and says what came of it.",
    parameters: [json],
    examples: ["tidemark webhook test"],
    jsonExample: { ...messageExample, type: "webhook.test" },
    exits,
    load: async () => (await import("./testCommand.ts")).test
  }),
  "webhook retry": command({
    description: "Has the running service send a message again that was not delivered, and says what came of it.",
    parameters: [messageId, json],
    examples: ["tidemark webhook retry --id msg_0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"],
    jsonExample: messageExample,
    exits,
    load: async () => (await import("./retryCommand.ts")).retry
  })
};
