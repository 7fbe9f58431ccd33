import * as Schema from "effect/Schema";

/** The types of messages about the log, which `WEBHOOK_EVENTS` chooses from. */
export const webhookTopics = [
  "admin.added",
  "admin.removed",
  "admin.role_changed",
  "setup_token.created",
  "setup_token.used",
  "signing_keys.changed",
  "person.erased",
  "log.verification_failed",
  "refusals.started",
  "refusals.ended"
] as const;

/** The type of a message, its member `type`. A test message is sent only when somebody asks for it. */
export const WebhookTopic = Schema.Literal(...webhookTopics, "webhook.test");
export type WebhookTopic = typeof WebhookTopic.Type;

/** What each type of message reports, as a sentence. */
export const topicMeanings: Readonly<Record<WebhookTopic, string>> = {
  "admin.added": "An account became an admin.",
  "admin.removed": "An account is no longer an admin.",
  "admin.role_changed": "The role of an admin changed.",
  "setup_token.created": "A setup token was created.",
  "setup_token.used": "Somebody signed in with a setup token.",
  "signing_keys.changed": "The signing keys of the instance changed.",
  "person.erased": "A person was erased.",
  "log.verification_failed": "A verification of the event log found something that does not hold.",
  "refusals.started": "An app, or an address, is refused often.",
  "refusals.ended": "It is no longer refused often.",
  "webhook.test": "A test message, sent on request."
};
