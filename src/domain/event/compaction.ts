import type { DomainEvent } from "./DomainEvent.ts";
import type { RecordedEvent } from "./Envelope.ts";
import type { StreamKind, StreamName } from "./StreamName.ts";

type EventType = DomainEvent["_tag"];

/** An event after which those before it in its stream say nothing any more to who decides on it. */
export interface CompactionRule {
  /** The kind of the streams that it is in. */
  readonly of: StreamKind;
  readonly by: EventType;
  /** The types that it supersedes, its own included. */
  readonly earlier: ReadonlyArray<EventType>;
  /** One of them of which the last before it still says something; null where none does. */
  readonly but: EventType | null;
}

/**
 * What comes again and again for as long as something lives. Folding a stream without what is superseded gives the same
 * state: `evolve` of an authorization, a session and a repository is held to it.
 */
export const compactionRules: ReadonlyArray<CompactionRule> = [
  { of: "authorization", by: "TokensRefreshed.v1", earlier: ["TokensRefreshed.v1"], but: null },
  {
    of: "session",
    by: "SessionRefreshed.v1",
    earlier: ["SessionRefreshStarted.v1", "SessionRefreshed.v1", "SessionRefreshFailed.v1"],
    but: "SessionRefreshStarted.v1"
  },
  {
    of: "repository",
    by: "RepositoryIndexed.v2",
    earlier: ["RepositoryIndexed.v1", "RepositoryIndexed.v2", "BackfillFailed.v1"],
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
