import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString
} from "graphql";
import type { AuthorizationTimeline } from "../../../../application/audit/authorizationTimeline.ts";
import type { NamedEvent } from "../../../../application/audit/nameEvents.ts";
import type { NamedPart } from "../../../../application/audit/nameParts.ts";
import { type EventTypeMeaning, isEventType } from "../../../../domain/audit/eventTypes.ts";
import { isFailure } from "../../../../domain/event/DomainEvent.ts";
import { checkEvent } from "../../../../domain/verification/checkEvent.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import { type Connection, connectionOf } from "../page/connection.ts";

const count = new GraphQLNonNull(GraphQLInt);

export const auditOutcome = new GraphQLEnumType({
  name: "AuditOutcome",
  values: { SUCCESS: { value: "success" }, FAILURE: { value: "failure" } }
});

export const auditFilter = new GraphQLInputObjectType({
  name: "AuditFilter",
  description: "A filter for events. All conditions must hold. An omitted or null member is no condition.",
  fields: {
    did: { type: GraphQLString, description: "The account: a DID, or a handle known to the service." },
    clientId: { type: GraphQLString, description: "The client id of the app, or its name." },
    types: {
      type: new GraphQLList(text),
      description: "One of these types; all by default. auditEventTypes lists them."
    },
    authorizationId: { type: GraphQLString, description: "The id of the authorization." },
    outcome: { type: auditOutcome },
    since: { type: dateTimeScalar, description: "Recorded at or after this time." },
    until: { type: dateTimeScalar, description: "Recorded before this time." },
    stream: { type: GraphQLString },
    requestId: { type: GraphQLString, description: "The HTTP request, as in the response header x-request-id." },
    reason: { type: GraphQLString, description: "The reason code." },
    text: {
      type: GraphQLString,
      description:
        "Up to 8 words, each of which must match the event: part of the handle of its account, or the DID; part of the name of its app, or the client id; part of the name or description of its type; the beginning of its reason code; or its record, authorization, request, stream or position."
    }
  }
});

export const auditPart = new GraphQLObjectType<NamedPart>({
  name: "AuditPart",
  description: "A part of a sentence: plain text, or the name of an account, an app or a record.",
  fields: {
    text: { type: text, description: "What readers see: for an account its current handle, for an app its name." },
    did: { type: GraphQLString, description: "The account that it names." },
    clientId: { type: GraphQLString, description: "The client id of the app that it names." },
    uri: { type: GraphQLString, description: "The AT URI of the record that it names." }
  }
});

export const auditParts = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(auditPart)));

/** A field whose value is a member of an event. */
const of = <T extends GraphQLOutputType>(type: T, description: string, read: (named: NamedEvent) => unknown) => ({
  type,
  description,
  resolve: read
});

const what: GraphQLFieldConfigMap<NamedEvent, unknown> = {
  position: of(count, "Its place in the log, from 1 without gaps.", ({ event }) => event.position),
  id: of(text, "A UUID of version 7.", ({ event }) => event.id),
  type: of(text, "A fact and its version, such as LoginFailed.v1.", ({ event }) => event.type),
  stream: of(text, "What it happened to.", ({ event }) => event.stream),
  version: of(count, "Its place in the stream, from 1 without gaps.", ({ event }) => event.version),
  occurredAt: of(new GraphQLNonNull(dateTimeScalar), "When it happened.", ({ event }) => event.occurredAt),
  recordedAt: of(new GraphQLNonNull(dateTimeScalar), "When it was stored.", ({ event }) => event.recordedAt),
  outcome: of(new GraphQLNonNull(auditOutcome), "Whether it tells of a failure.", ({ event }) => event.outcome),
  reason: of(GraphQLString, "The reason code.", ({ event }) => event.reason),
  sentence: of(text, "What happened, in one plain sentence.", ({ sentence }) => sentence),
  parts: of(auditParts, "The sentence in parts, with names in place of identifiers.", ({ parts }) => parts),
  explanation: of(
    GraphQLString,
    "Why something was refused or did not work, or why something ended; null for what went well.",
    ({ explanation }) => explanation
  ),
  data: of(text, "The recorded data as JSON text: hashes and identifiers, never a secret.", ({ event }) =>
    JSON.stringify(event.data)
  ),
  uri: of(GraphQLString, "The address of the record that it tells of.", ({ event }) =>
    typeof event.data.uri === "string" ? event.data.uri : null
  ),
  leafHash: of(
    text,
    "SHA-256 of the canonical event, a leaf of RFC 6962, in base64url.",
    ({ event }) => event.leafHash
  ),
  fault: of(
    GraphQLString,
    "What does not hold about the stored event alone: it differs from its leaf hash, or a personal value from its commitment. Null if both hold.",
    ({ event }) => checkEvent(event).fault?.reason ?? null
  )
};

const who: GraphQLFieldConfigMap<NamedEvent, unknown> = {
  actorType: of(text, "Who caused it: user, client, admin, operator or system.", ({ event }) => event.actor.type),
  actorId: of(GraphQLString, "Their DID, or the id of the app.", ({ event }) => event.actor.id),
  actorHandle: of(GraphQLString, "Their current handle, if the service knows it.", ({ actorHandle }) => actorHandle),
  did: of(GraphQLString, "For whom.", ({ event }) => event.subjectDid),
  handle: of(GraphQLString, "Their current handle, if the service knows it.", ({ handle }) => handle),
  clientId: of(GraphQLString, "The client id of the app.", ({ event }) => event.clientId),
  clientName: of(GraphQLString, "The current name of the app, if it is registered.", ({ clientName }) => clientName),
  authorizationId: of(GraphQLString, "The id of the authorization.", ({ event }) => event.authorizationId),
  requestId: of(GraphQLString, "In which HTTP request.", ({ event }) => event.requestId),
  causationId: of(GraphQLString, "What led to it.", ({ event }) => event.causationId),
  correlationId: of(GraphQLString, "What it belongs together with.", ({ event }) => event.correlationId)
};

export const auditEvent = new GraphQLObjectType<NamedEvent>({
  name: "AuditEvent",
  description: "An event of the append-only log.",
  fields: { ...what, ...who }
});

export const auditEvents = connectionOf(auditEvent);

export interface ShownEventType extends EventTypeMeaning {
  readonly type: string;
}

export const auditEventType = new GraphQLObjectType<ShownEventType>({
  name: "AuditEventType",
  description: "An event type, for a filter.",
  fields: {
    type: { type: text },
    sentence: { type: text, description: "What every event of this type means." },
    group: { type: text, description: "sign-in, app, session, write, repository or administration." },
    isFailure: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Whether events of this type record a failure.",
      resolve: ({ type }) => isEventType(type) && isFailure(type)
    }
  }
});

/** A timeline, and a page of its steps if selected. */
interface ShownTimeline extends AuthorizationTimeline {
  readonly steps: Connection<NamedEvent>;
}

export const auditTimeline = new GraphQLObjectType<ShownTimeline>({
  name: "AuditTimeline",
  description: "An authorization from its request to its end, with all related events.",
  fields: {
    authorizationId: { type: text },
    did: { type: GraphQLString, description: "The DID of the user; null before the sign-in." },
    handle: { type: GraphQLString, description: "Their current handle, if the service knows it." },
    clientId: { type: GraphQLString },
    clientName: { type: GraphQLString, description: "The current name of the app, if it is registered." },
    scope: { type: GraphQLString, description: "The granted scope; before that, the requested scope." },
    state: {
      type: text,
      description: "requested, signed-in, active, expired, ended or failed.",
      resolve: ({ stage }) => stage
    },
    endReason: { type: GraphQLString, description: "Why it ended or failed, as a code." },
    endMessage: { type: GraphQLString, description: "Why it ended or failed, as a sentence." },
    steps: { type: new GraphQLNonNull(auditEvents), description: "Oldest first." }
  }
});
