import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { type ExportFormat, endMembers } from "./ExportFormat.ts";

/** The actor of an event, in the terms of the Auth Context extension of CloudEvents. */
const authTypes: Readonly<Record<RecordedEvent["actor"]["type"], string>> = {
  user: "app_user",
  client: "service_account",
  admin: "user",
  operator: "user",
  system: "system"
};

/** Formats a position as text that sorts like the number (Sequence extension of CloudEvents). */
const sequence = (position: number): string => String(position).padStart(16, "0");

const known = (attributes: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** Formats an event as a CloudEvent 1.0 in JSON, with the extensions Sequence, Recorded Time and Auth Context. */
const cloudEvent = (event: RecordedEvent, source: string): string => {
  const { actor, data, id, occurredAt, position, recordedAt, stream, type, version } = event;
  const attributes = known({
    specversion: "1.0",
    id,
    source,
    type,
    subject: event.subjectDid,
    time: occurredAt,
    datacontenttype: "application/json",
    sequence: sequence(position),
    recordedtime: recordedAt,
    authtype: authTypes[actor.type],
    authid: actor.id,
    stream,
    streamversion: String(version),
    clientid: event.clientId,
    authorizationid: event.authorizationId,
    requestid: event.requestId,
    causationid: event.causationId,
    correlationid: event.correlationId,
    outcome: event.outcome,
    reason: event.reason,
    leafhash: event.leafHash
  });
  return `${JSON.stringify({ ...attributes, data })}\n`;
};

/** The export format of one CloudEvent per line; the last line marks the end of the export. */
export const cloudEvents = (source: string): ExportFormat => ({
  line: ({ event }) => cloudEvent(event, source),
  end: (end) =>
    `${JSON.stringify({
      specversion: "1.0",
      id: `export-to-${end.lastPosition}`,
      source,
      type: "tidemark.export.ended",
      datacontenttype: "application/json",
      data: endMembers(end)
    })}\n`
});
