import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { AdministrationEvent } from "../administration/AdministrationEvent.ts";
import { PublicUrlSettled } from "../administration/PublicUrlSettled.ts";
import { SigningKeysSettled } from "../administration/SigningKeysSettled.ts";
import { AuthorizationEvent } from "../authorization/AuthorizationEvent.ts";
import { ClientAuthorizationsEnded } from "../authorization/ClientAuthorizationsEnded.ts";
import { PushedRequestEvent } from "../authorization/PushedRequestEvent.ts";
import { ClientDocumentRead } from "../client/ClientDocumentRead.ts";
import { ClientEvent } from "../client/ClientEvent.ts";
import { LexiconEvent } from "../lexicon/LexiconEvent.ts";
import { PersonEvent } from "../person/PersonEvent.ts";
import { BlobUploadFailed } from "../record/BlobUploadFailed.ts";
import { IndexReset } from "../record/IndexReset.ts";
import { RecordWriteEvent } from "../record/RecordWriteEvent.ts";
import { SessionEvent } from "../session/SessionEvent.ts";
import { SyncEvent } from "../sync/SyncEvent.ts";
import type { NewEvent } from "./Envelope.ts";

/** Every event there is. A new shape is a new tag with the next version and an upcaster; a tag is never edited. */
export const DomainEvent = Schema.Union(
  ClientEvent,
  ClientDocumentRead,
  AuthorizationEvent,
  PushedRequestEvent,
  ClientAuthorizationsEnded,
  SessionEvent,
  RecordWriteEvent,
  BlobUploadFailed,
  IndexReset,
  SyncEvent,
  LexiconEvent,
  AdministrationEvent,
  PersonEvent,
  PublicUrlSettled,
  SigningKeysSettled
);
export type DomainEvent = typeof DomainEvent.Type;
export type EventType = DomainEvent["_tag"];

/** The types of all events that this version knows. */
export const knownEventTypes: ReadonlySet<string> = new Set<EventType>(
  DomainEvent.members.flatMap((member) =>
    "members" in member ? member.members.map(({ _tag }): EventType => _tag) : [member._tag]
  )
);

/** An event of the log that this version of the service cannot read: unknown, or of another shape. Never skipped. */
export class UnreadableEvent extends Schema.TaggedError<UnreadableEvent>()("UnreadableEvent", {
  type: Schema.String,
  problem: Schema.String
}) {}

const encode = Schema.encodeSync(DomainEvent);
const decode = Schema.decodeUnknownEither(DomainEvent);

/** An event as the log stores it: its tag, and its members as plain JSON. */
export const encodeEvent = (event: DomainEvent): Pick<NewEvent, "type" | "data"> => {
  const { _tag: type, ...data } = encode(event);
  return { type, data };
};

/** An event as the domain knows it. */
export const decodeEvent = (stored: Pick<NewEvent, "type" | "data">): Either.Either<DomainEvent, UnreadableEvent> =>
  Either.mapLeft(
    decode({ ...stored.data, _tag: stored.type }),
    (problem) => new UnreadableEvent({ type: stored.type, problem: problem.message })
  );

const failures: ReadonlySet<DomainEvent["_tag"]> = new Set<DomainEvent["_tag"]>([
  "LoginFailed.v1",
  "ClientDeclined.v1",
  "CodeRefused.v1",
  "SessionRefreshFailed.v1",
  "SessionRevocationAbandoned.v1",
  "WriteRejected.v1",
  "WriteOutcomeUnknown.v1",
  "BlobUploadFailed.v1",
  "BackfillFailed.v1",
  "AdminLoginFailed.v1",
  "PersonLoginFailed.v1"
]);

/** Whether events of a type tell of a failure. */
export const isFailure = (type: DomainEvent["_tag"]): boolean => failures.has(type);

/** How an event is labelled for auditors: whether it tells of a success, and its machine reason where it has one. */
export const outcomeOf = (event: DomainEvent): Pick<NewEvent, "outcome" | "reason"> => ({
  outcome: isFailure(event._tag) ? "failure" : "success",
  reason: "reason" in event ? event.reason : null
});
