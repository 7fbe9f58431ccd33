import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { addressHashIn } from "../../domain/personal/addressHash.ts";
import { type ExportEnd, type ExportFormat, endMembers } from "./ExportFormat.ts";
import { type EventActivity, eventActivity, networkOf } from "./eventActivity.ts";

const version = { version: "8.17.0" };
const dataset = { kind: "event", module: "tidemark", dataset: "tidemark.audit" };

/** The categories of the Elastic Common Schema. */
const categories: Readonly<Record<EventActivity["area"], ReadonlyArray<string>>> = {
  authentication: ["authentication"],
  session: ["session", "authentication"],
  account: ["iam"],
  entity: ["configuration"],
  api: ["web"]
};

/** The types of the Elastic Common Schema that its categories allow. */
const types: Readonly<Record<EventActivity["area"], Readonly<Record<EventActivity["change"], string>>>> = {
  authentication: { start: "start", end: "end", create: "info", update: "info", delete: "info", other: "info" },
  session: { start: "start", end: "end", create: "start", update: "info", delete: "end", other: "info" },
  account: { start: "info", end: "info", create: "creation", update: "change", delete: "deletion", other: "info" },
  entity: { start: "info", end: "info", create: "creation", update: "change", delete: "deletion", other: "info" },
  api: { start: "info", end: "info", create: "info", update: "info", delete: "info", other: "info" }
};

const without = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const objectOf = (name: string, value: string | null) => (value === null ? null : { [name]: value });

const isPerson = ({ type }: RecordedEvent["actor"]): boolean => type === "user" || type === "admin";

/** Formats an event by the Elastic Common Schema. What the schema has no field for is below `tidemark`. */
const ecsEvent = (event: RecordedEvent): string => {
  const { area, change } = eventActivity(event.type);
  const { actor, data, subjectDid } = event;
  const account = subjectDid ?? (isPerson(actor) ? actor.id : null);
  const network = networkOf(data);
  return `${JSON.stringify(
    without({
      "@timestamp": event.occurredAt,
      ecs: version,
      event: without({
        ...dataset,
        id: event.id,
        action: event.type,
        category: categories[area],
        type: [types[area][change]],
        outcome: event.outcome,
        reason: event.reason,
        created: event.recordedAt,
        sequence: event.position,
        hash: event.leafHash
      }),
      user: objectOf("id", account),
      client: network === null ? null : { address: network },
      related: account === null ? null : { user: [account] },
      http: event.requestId === null ? null : { request: { id: event.requestId } },
      trace: objectOf("id", event.correlationId),
      tidemark: without({
        actor,
        client_id: event.clientId,
        authorization_id: event.authorizationId,
        causation_id: event.causationId,
        stream: event.stream,
        version: event.version,
        ip_hash: addressHashIn(data),
        data
      })
    })
  )}\n`;
};

/** The last line. */
const ecsEnd = (end: ExportEnd): string =>
  `${JSON.stringify({
    ecs: version,
    event: {
      ...dataset,
      action: "tidemark.export.ended",
      category: ["web"],
      type: ["info"],
      outcome: end._tag === "Incomplete" ? "failure" : "success"
    },
    tidemark: endMembers(end)
  })}\n`;

/** The export format of one document of the Elastic Common Schema per line; the last line marks the end of the export. */
export const ecs: ExportFormat = { line: ({ event }) => ecsEvent(event), end: ecsEnd };
