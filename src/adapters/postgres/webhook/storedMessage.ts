import * as Schema from "effect/Schema";
import { OutboundFailureReason } from "../../../domain/outbound/OutboundHttp.ts";
import { type AttemptResult, MessageSubject, type WebhookMessage } from "../../../domain/webhook/WebhookMessage.ts";
import { WebhookTopic } from "../../../domain/webhook/WebhookTopic.ts";

/** A row of `tidemark.webhook_messages`. */
const MessageRow = Schema.Struct({
  id: Schema.String,
  topic: WebhookTopic,
  subject: MessageSubject,
  happenedAt: Schema.Number,
  state: Schema.Literal("pending", "delivered", "given-up"),
  attempts: Schema.Number,
  since: Schema.Number,
  dueAt: Schema.NullOr(Schema.Number),
  attemptedAt: Schema.NullOr(Schema.Number),
  status: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(OutboundFailureReason)
});

/** The columns of a row, by the names of its members. */
export const messageColumns = `id, topic, subject, happened_at as "happenedAt", state, attempts, since, due_at as "dueAt",
  attempted_at as "attemptedAt", status, reason`;

const resultOf = ({ reason, status }: typeof MessageRow.Type): AttemptResult | null => {
  if (status !== null) return { _tag: "Responded", status };
  return reason === null ? null : { _tag: "NoResponse", reason };
};

/** Returns the message of a row. */
export const messageOf = (row: typeof MessageRow.Type): WebhookMessage => {
  const { reason: _, status: __, ...message } = row;
  return { ...message, result: resultOf(row) };
};

/** Reads the messages of some rows. */
export const decodeMessages = Schema.decodeUnknown(Schema.Array(MessageRow));

/** The columns of an outcome. */
export const resultColumns = (result: AttemptResult) =>
  result._tag === "Responded" ? { status: result.status, reason: null } : { status: null, reason: result.reason };
