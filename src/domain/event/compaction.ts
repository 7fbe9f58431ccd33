import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredInstanceEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredWriteEvents
} from "../projection/ignored.ts";
import type { EventType } from "./DomainEvent.ts";
import type { RecordedEvent } from "./Envelope.ts";
import type { StreamKind, StreamName } from "./StreamName.ts";

/** An event after which those before it in its stream say nothing any more to who decides on it. */
export interface CompactionRule {
  /** The kind of the streams that it is in. */
  readonly of: StreamKind;
  readonly by: EventType;
  /** The types that it supersedes, its own included. */
  readonly earlier: ReadonlyArray<string>;
  /** One of them of which the last before it still says something; null where none does. */
  readonly but: EventType | null;
}

const inAuthorizations = (): StreamKind => "authorization";
const inSessions = (): StreamKind => "session";
const inRepositories = (): StreamKind => "repository";

/** Of each type, the kind of the streams in which a later event supersedes it; null for those that are never superseded. */
const supersededIn: Readonly<Record<EventType, () => StreamKind | null>> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredWriteEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  "AuthorizationRequested.v1": ignored,
  "ConfirmationAsked.v1": ignored,
  "ClientConfirmed.v1": ignored,
  "ClientDeclined.v1": ignored,
  "UpstreamLoginStarted.v1": ignored,
  "UpstreamReturned.v1": ignored,
  "LoginFailed.v1": ignored,
  "LoginCompleted.v1": ignored,
  "CodeIssued.v1": ignored,
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ignored,
  "TokensRefreshed.v1": inAuthorizations,
  "AuthorizationEnded.v1": ignored,
  "SessionEstablished.v1": ignored,
  "SessionRefreshStarted.v1": inSessions,
  "SessionRefreshed.v1": inSessions,
  "SessionRefreshFailed.v1": inSessions,
  "SessionEnded.v1": ignored,
  "SessionTokensArrivedLate.v1": ignored,
  "SessionRevokedAtPds.v1": ignored,
  "SessionRevocationAbandoned.v1": ignored,
  "IndexReset.v1": ignored,
  "LexiconsImported.v1": ignored,
  "RepositoryIndexed.v1": inRepositories,
  "RepositoryIndexed.v2": inRepositories,
  "BackfillFailed.v1": inRepositories
};

const typesSupersededIn = (kind: StreamKind): ReadonlyArray<string> =>
  Object.entries(supersededIn).flatMap(([type, within]) => (within() === kind ? [type] : []));

/**
 * What comes again and again for as long as something lives. Folding a stream without what is superseded gives the same
 * state: `evolve` of an authorization, a session and a repository is held to it.
 */
export const compactionRules: ReadonlyArray<CompactionRule> = [
  { of: "authorization", by: "TokensRefreshed.v1", earlier: typesSupersededIn("authorization"), but: null },
  {
    of: "session",
    by: "SessionRefreshed.v1",
    earlier: typesSupersededIn("session"),
    but: "SessionRefreshStarted.v1"
  },
  {
    of: "repository",
    by: "RepositoryIndexed.v2",
    earlier: typesSupersededIn("repository"),
    but: null
  }
];

/** The types of events that may be superseded. */
export const compactableTypes: ReadonlySet<string> = new Set(compactionRules.flatMap(({ earlier }) => earlier));

/** What supersedes in a stream; null where nothing does. */
export const compactionRuleOf = (stream: StreamName): CompactionRule | null =>
  compactionRules.find(({ of }) => stream.startsWith(`${of}-`)) ?? null;

/** The events of a stream that were not superseded, in order; its last one is always among them. */
export const relevantEvents = (events: ReadonlyArray<RecordedEvent>): ReadonlyArray<RecordedEvent> => {
  const rule = events[0] === undefined ? null : compactionRuleOf(events[0].stream);
  const last = events.findLast(({ type }) => type === rule?.by);
  if (rule === null || last === undefined) return events;
  const kept = events.findLast(({ type, version }) => version < last.version && type === rule.but);
  return events.filter((event) => event.version >= last.version || event === kept || !compactableTypes.has(event.type));
};

/** The version of a stream whose relevant events are given, in order; 0 for none. */
export const versionOf = (events: ReadonlyArray<RecordedEvent>): number => events.at(-1)?.version ?? 0;
