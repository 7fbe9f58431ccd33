import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { addressHashIn, shownAddress } from "../../domain/personal/addressHash.ts";
import { type ExportEnd, type ExportFormat, endMembers } from "./ExportFormat.ts";
import { type EventActivity, eventActivity, networkOf } from "./eventActivity.ts";

const version = "1.5.0";

/** The classes of OCSF 1.5.0, each with the ids of its activities. 99 is "Other". */
const classes: Readonly<
  Record<
    EventActivity["area"],
    {
      readonly category: number;
      readonly uid: number;
      readonly activities: Readonly<Partial<Record<EventActivity["change"], number>>>;
    }
  >
> = {
  authentication: { category: 3, uid: 3002, activities: { start: 1, end: 2 } },
  session: { category: 3, uid: 3003, activities: { create: 1 } },
  account: { category: 3, uid: 3001, activities: { create: 1, delete: 6 } },
  entity: { category: 3, uid: 3004, activities: { create: 1, update: 3, delete: 4 } },
  api: { category: 6, uid: 6003, activities: { create: 1, update: 3, delete: 4 } }
};

const other = 99;
const product = { name: "Tidemark", vendor_name: "Tidemark" };

const without = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const user = (uid: string | null) => (uid === null ? null : { uid });

/** Where an event came from, or null: the hash of an address identifies an endpoint, and is no address. */
const endpointOf = ({ data }: RecordedEvent): Readonly<Record<string, string>> | null => {
  const [hash, subnet] = [addressHashIn(data), networkOf(data)];
  if (hash !== null) return { uid: hash, name: shownAddress(hash) };
  return subnet === null ? null : { subnet };
};

const subjectOf = ({ actor, subjectDid }: RecordedEvent) =>
  user(subjectDid ?? (actor.type === "user" || actor.type === "admin" ? actor.id : null));

/** What the classes require beside the members of every event. */
const requiredBy = (area: EventActivity["area"], event: RecordedEvent): Readonly<Record<string, unknown>> => {
  const { actor, clientId, stream, type } = event;
  switch (area) {
    case "authentication":
    case "session":
    case "account":
      return { user: subjectOf(event) ?? { name: "unknown" } };
    case "entity":
      return { entity: { name: stream, uid: clientId ?? stream } };
    case "api":
      return { api: { operation: type }, src_endpoint: endpointOf(event) ?? { name: actor.type } };
  }
};

/** Formats an event as one of the Open Cybersecurity Schema Framework. */
const ocsfEvent = (event: RecordedEvent): string => {
  const { area, change } = eventActivity(event.type);
  const { activities, category, uid } = classes[area];
  const activity = activities[change] ?? other;
  const { actor, authorizationId, causationId, clientId, correlationId, data, leafHash, stream } = event;
  return `${JSON.stringify(
    without({
      activity_id: activity,
      ...(activity === other ? { activity_name: event.type } : {}),
      category_uid: category,
      class_uid: uid,
      type_uid: uid * 100 + activity,
      time: Date.parse(event.occurredAt),
      severity_id: event.outcome === "failure" ? 2 : 1,
      status_id: event.outcome === "failure" ? 2 : 1,
      status_detail: event.reason,
      src_endpoint: endpointOf(event),
      ...requiredBy(area, event),
      actor: without({ user: user(actor.id), app_name: clientId }),
      session: authorizationId === null ? null : { uid: authorizationId },
      metadata: without({
        version,
        product,
        uid: event.id,
        event_code: event.type,
        sequence: event.position,
        log_name: "tidemark.events",
        logged_time: Date.parse(event.recordedAt),
        correlation_uid: correlationId
      }),
      unmapped: without({
        actorType: actor.type,
        stream,
        version: event.version,
        requestId: event.requestId,
        causationId,
        leafHash,
        data
      })
    })
  )}\n`;
};

/** The last line: an API activity of the exporter, with the members of the end. */
const ocsfEnd = (end: ExportEnd): string =>
  `${JSON.stringify({
    activity_id: other,
    activity_name: "tidemark.export.ended",
    category_uid: classes.api.category,
    class_uid: classes.api.uid,
    type_uid: classes.api.uid * 100 + other,
    severity_id: 1,
    status_id: end._tag === "Incomplete" ? 2 : 1,
    api: { operation: "tidemark.export.ended" },
    actor: { app_name: "tidemark" },
    src_endpoint: { name: "system" },
    metadata: { version, product, event_code: "tidemark.export.ended", sequence: end.lastPosition + 1 },
    unmapped: endMembers(end)
  })}\n`;

/** The export format of one OCSF event per line; the last line marks the end of the export. */
export const ocsf: ExportFormat = { line: ({ event }) => ocsfEvent(event), end: ocsfEnd };
