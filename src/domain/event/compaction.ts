import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredWriteEvents
} from "../projection/ignored.ts";
import type { EventType } from "./DomainEvent.ts";
import type { RecordedEvent } from "./Envelope.ts";
import type { StreamKind, StreamName } from "./StreamName.ts";

/** An event that makes earlier events of its stream irrelevant for decisions. */
export interface CompactionRule {
  /** The kind of the streams that the rule applies to. */
  readonly streamKind: StreamKind;
  /** The type of the event that supersedes earlier ones. */
  readonly supersededBy: EventType;
  /** The types that it supersedes, including its own. */
  readonly types: ReadonlyArray<string>;
  /** The one of these types whose last event before it stays relevant; null if there is none. */
  readonly keepLatestOf: EventType | null;
}

const inAuthorizations = (): StreamKind => "authorization";
const inSessions = (): StreamKind => "session";
const inRepositories = (): StreamKind => "repository";

/** For each type, the kind of the streams in which a later event supersedes it; null if it is never superseded. */
const supersededIn: Readonly<Record<EventType, () => StreamKind | null>> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredWriteEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
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
  "BackfillFailed.v1": inRepositories,
  "SyncGapFound.v1": inRepositories
};

const typesSupersededIn = (kind: StreamKind): ReadonlyArray<string> =>
  Object.entries(supersededIn).flatMap(([type, within]) => (within() === kind ? [type] : []));

/**
 * The rules for events that recur throughout the life of an aggregate. Folding a stream without its superseded events
 * returns the same state: properties hold `evolve` of authorizations, sessions and repositories to it.
 */
export const compactionRules: ReadonlyArray<CompactionRule> = [
  {
    streamKind: "authorization",
    supersededBy: "TokensRefreshed.v1",
    types: typesSupersededIn("authorization"),
    keepLatestOf: null
  },
  {
    streamKind: "session",
    supersededBy: "SessionRefreshed.v1",
    types: typesSupersededIn("session"),
    keepLatestOf: "SessionRefreshStarted.v1"
  },
  {
    streamKind: "repository",
    supersededBy: "RepositoryIndexed.v2",
    types: typesSupersededIn("repository"),
    keepLatestOf: null
  }
];

/** The types of events that can be superseded. */
export const compactableTypes: ReadonlySet<string> = new Set(compactionRules.flatMap(({ types }) => types));

/** Returns the rule that applies to a stream, or null. */
export const compactionRuleOf = (stream: StreamName): CompactionRule | null =>
  compactionRules.find(({ streamKind }) => stream.startsWith(`${streamKind}-`)) ?? null;

/** Returns the events of a stream that are not superseded, in order. The last event is always one of them. */
export const relevantEvents = (events: ReadonlyArray<RecordedEvent>): ReadonlyArray<RecordedEvent> => {
  const rule = events[0] === undefined ? null : compactionRuleOf(events[0].stream);
  const last = events.findLast(({ type }) => type === rule?.supersededBy);
  if (rule === null || last === undefined) return events;
  const latest = events.findLast(({ type, version }) => version < last.version && type === rule.keepLatestOf);
  return events.filter((each) => each.version >= last.version || each === latest || !compactableTypes.has(each.type));
};

/** Returns the version of a stream from its relevant events in order; 0 for no events. */
export const versionOf = (events: ReadonlyArray<RecordedEvent>): number => events.at(-1)?.version ?? 0;
