import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLInt, GraphQLList, GraphQLNonNull } from "graphql";
import { authorizationTimeline } from "../../../../application/audit/authorizationTimeline.ts";
import { nameEvents } from "../../../../application/audit/nameEvents.ts";
import { readHistory } from "../../../../application/audit/readHistory.ts";
import { readStories } from "../../../../application/audit/readStories.ts";
import { resolveFilter } from "../../../../application/audit/resolveFilter.ts";
import { resolveSearch } from "../../../../application/audit/resolveSearch.ts";
import type { AuditFilter } from "../../../../domain/audit/AuditFilter.ts";
import { type AuditPage, AuditTrail } from "../../../../domain/audit/AuditTrail.ts";
import { eventTypes } from "../../../../domain/audit/eventTypes.ts";
import { EventLog } from "../../../../domain/event/EventLog.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { pageArguments } from "../page/connection.ts";
import { archivedEventField } from "./archivedEventField.ts";
import {
  auditEvent,
  auditEvents,
  auditEventType,
  auditFilter,
  auditTimeline,
  type ShownEventType
} from "./auditTypes.ts";
import { takeFromBudget } from "./eventBudget.ts";
import { auditStories } from "./storyTypes.ts";

const nullable = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null });

const Page = Schema.Struct({ first: Schema.Int, after: nullable(Schema.String) });
type Page = typeof Page.Type;

const Filter = Schema.Struct({
  did: nullable(Schema.String),
  clientId: nullable(Schema.String),
  types: nullable(Schema.Array(Schema.String)),
  authorizationId: nullable(Schema.String),
  outcome: nullable(Schema.String),
  reason: nullable(Schema.String),
  stream: nullable(Schema.String),
  requestId: nullable(Schema.String),
  since: nullable(Schema.String),
  until: nullable(Schema.String),
  text: nullable(Schema.String)
});
const Events = Schema.Struct({ ...Page.fields, where: nullable(Filter) });
const Timeline = Schema.Struct({ ...Page.fields, authorizationId: Schema.String });
const OfRecord = Schema.Struct({ ...Page.fields, uri: Schema.String });
const Position = Schema.Struct({ position: Schema.Int });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const read = <A, I>(schema: Schema.Schema<A, I>, given: unknown) => Effect.orDie(Schema.decodeUnknown(schema)(given));

/** The maximum number of events that are counted, because counting more takes too long. */
const maxCounted = 10_000;

const countOf = (context: AdminContext, filter: AuditFilter) => () =>
  asAdmin(context, () =>
    Effect.flatMap(AuditTrail, (trail) =>
      Effect.map(trail.count(filter, maxCounted + 1), (count) => (count > maxCounted ? null : count))
    )
  );

const connection = Effect.fnUntraced(function* (
  context: AdminContext,
  filter: AuditFilter,
  order: AuditPage["order"],
  page: Page
) {
  yield* takeFromBudget(context, page.first);
  const { hasNextPage, nodes } = yield* readHistory(filter, order, page);
  const edges = nodes.map((node) => ({ node, cursor: String(node.event.position) }));
  return { edges, hasNextPage, totalCount: countOf(context, filter) };
});

const events = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { where, ...page } = yield* read(Events, given);
  return yield* connection(context, yield* resolveSearch(where ?? {}), "newest first", page);
});

/** A story counts as this many events of the budget. */
const eventsPerStory = 8;

const stories = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { where, ...page } = yield* read(Events, given);
  yield* takeFromBudget(context, page.first * eventsPerStory);
  const { hasNextPage, nodes } = yield* readStories(yield* resolveSearch(where ?? {}), page);
  return { edges: nodes.map((node) => ({ node, cursor: node.cursor })), hasNextPage, totalCount: null };
});

const ofRecord = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { uri, ...page } = yield* read(OfRecord, given);
  return yield* connection(context, yield* resolveFilter({ uri }), "oldest first", page);
});

const timeline = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { authorizationId, ...page } = yield* read(Timeline, given);
  yield* resolveFilter({ authorizationId });
  const found = yield* authorizationTimeline(authorizationId);
  if (found === null) return null;
  return { ...found, steps: yield* connection(context, { journey: found.journey }, "oldest first", page) };
});

const one = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { position } = yield* read(Position, given);
  if (position < 1) return null;
  yield* takeFromBudget(context, 1);
  const log = yield* EventLog;
  const found = yield* Effect.catchTag(log.read(position - 1, 1), "CursorBeyondHead", () => Effect.succeed([]));
  // The next event of the log is not the one at the position if that one was archived.
  const [named = null] = yield* nameEvents(found.filter((event) => event.position === position));
  return named;
});

const types: ReadonlyArray<ShownEventType> = Object.entries(eventTypes).map(([type, outputKind]) => ({
  type,
  ...outputKind
}));

/** The admin API fields for the history. */
export const auditFields: RootFields<AdminContext> = {
  query: {
    auditEvents: {
      type: new GraphQLNonNull(auditEvents),
      description: "The history, newest first. `totalCount` is exact up to 10,000, and null beyond. For admins.",
      args: { where: { type: auditFilter }, ...pageArguments(50) },
      resolve: (_source, given, context) => asAdmin(context, () => events(given, context))
    },
    auditStories: {
      type: new GraphQLNonNull(auditStories),
      description:
        "The stories of the history: the steps of a sign-in, of a write or of another action together. A story is listed if one of its events matches, newest first by that event, and has all its steps. `first` is at most 100. `totalCount` is null. For admins.",
      args: { where: { type: auditFilter }, ...pageArguments(25) },
      resolve: (_source, given, context) => asAdmin(context, () => stories(given, context))
    },
    auditEvent: {
      type: auditEvent,
      description:
        "One event by its position, or null. `auditArchivedEvent` returns where an archived one is. For admins.",
      args: { position: { type: new GraphQLNonNull(GraphQLInt) } },
      resolve: (_source, given, context) => asAdmin(context, () => one(given, context))
    },
    auditArchivedEvent: archivedEventField,
    auditTimeline: {
      type: auditTimeline,
      description:
        "An authorization from its request to its end, oldest first: its own events, its pushed request, its session and its writes. Null for an unknown authorization. For admins.",
      args: { authorizationId: { type: text }, ...pageArguments(200) },
      resolve: (_source, given, context) => asAdmin(context, () => timeline(given, context))
    },
    auditRecord: {
      type: new GraphQLNonNull(auditEvents),
      description:
        "Who wrote a record and through which app, oldest first. The URI may name the author by a handle known to the service. For admins.",
      args: { uri: { type: text, description: "at://<did>/<collection>/<record key>" }, ...pageArguments(200) },
      resolve: (_source, given, context) => asAdmin(context, () => ofRecord(given, context))
    },
    auditEventTypes: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(auditEventType))),
      description: "All event types, with a description each. For admins.",
      resolve: (_source, _given, context) => asAdmin(context, () => Effect.succeed(types))
    }
  }
};
