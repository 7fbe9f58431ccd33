import * as Effect from "effect/Effect";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import { InvalidAuditFilter } from "../../domain/audit/InvalidAuditFilter.ts";
import { groupStories } from "../../domain/audit/story/groupStories.ts";
import { relatedBy } from "../../domain/audit/story/relatedBy.ts";
import { linkKey, type StoryLink } from "../../domain/audit/story/StoryLink.ts";
import { storyLinks } from "../../domain/audit/story/storyLinks.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type NamedStory, nameStories } from "./nameStories.ts";

/** The maximum number of stories in a page. */
const maxStories = 100;

/** How many events are searched at a time for the stories of a page. */
const scanSize = 200;

/** The most events that are read to complete the stories found by one search. Beyond it, the oldest steps are missing. */
const maxRelated = 4_000;

/** How often links lead to other links: from a sign-in to its pushed request, and from there to nothing new. */
const maxHops = 3;

/** Which stories to return: those whose last matching event is before a position, as they were at the end of the log. */
export interface StoryPage {
  readonly first: number;
  /** The cursor of the previous page; null for the first. */
  readonly after: string | null;
}

/** A story on a page, and the cursor of the stories after it. */
export interface StoryOnPage extends NamedStory {
  readonly cursor: string;
}

/** A cursor: the position that the stories are before, and the end of the log when the first page was read. */
interface Cursor {
  readonly before: number | null;
  readonly upTo: number;
}

const readCursor = Effect.fnUntraced(function* (after: string | null) {
  if (after === null) return { before: null, upTo: yield* (yield* EventLog).head } satisfies Cursor;
  const [, before, upTo] = /^(\d{1,15})-(\d{1,15})$/.exec(after) ?? [];
  if (before === undefined || upTo === undefined)
    return yield* new InvalidAuditFilter({ argument: "after", problem: "must be the endCursor of an earlier page" });
  return { before: Number(before), upTo: Number(upTo) } satisfies Cursor;
});

const newestFirst = (filter: AuditFilter, upTo: number, limit: number, after: number | null = null) =>
  Effect.flatMap(AuditTrail, (trail) => trail.page({ filter, order: "newest first", after, upTo, limit }));

/** Reads the events that links lead to, and those that their links lead to. */
const readRelated = Effect.fnUntraced(function* (events: ReadonlyArray<RecordedEvent>, upTo: number) {
  const known = new Map(events.map((event) => [event.position, event]));
  const links = new Map<string, StoryLink>();
  for (let hop = 0; hop < maxHops; hop++) {
    const fresh = [...known.values()].flatMap(storyLinks).filter((link) => !links.has(linkKey(link)));
    if (fresh.length === 0) break;
    for (const link of fresh) links.set(linkKey(link), link);
    const found = yield* newestFirst({ related: relatedBy(fresh) }, upTo, maxRelated);
    const added = found.filter((event) => storyLinks(event).some((link) => links.has(linkKey(link))));
    for (const event of added) known.set(event.position, event);
  }
  return { events: [...known.values()], links: [...links.values()] };
});

/** The stories whose last matching event is among those that a search found, newest first. */
const storiesOf = Effect.fnUntraced(function* (filter: AuditFilter, found: ReadonlyArray<RecordedEvent>, upTo: number) {
  const related = yield* readRelated(found, upTo);
  const isFiltered = Object.keys(filter).length > 0;
  const matching = isFiltered
    ? yield* newestFirst({ ...filter, related: relatedBy(related.links) }, upTo, maxRelated)
    : related.events;
  const matches = new Set([...found, ...matching].map(({ position }) => position));
  const searched = new Set(found.map(({ position }) => position));
  return groupStories(related.events)
    .flatMap((events) => {
      const last = events.findLast(({ position }) => matches.has(position));
      return last !== undefined && searched.has(last.position) ? [{ events, last }] : [];
    })
    .toSorted((left, right) => right.last.position - left.last.position);
});

/**
 * Returns the events that the newest stories among those found have: reading more than a page needs would take longer.
 */
const firstStories = (found: ReadonlyArray<RecordedEvent>, count: number): ReadonlyArray<RecordedEvent> => {
  const last = groupStories(found)[count - 1]?.at(-1);
  return last === undefined ? found : found.filter(({ position }) => position >= last.position);
};

const readFirst = (first: number) =>
  Number.isInteger(first) && first >= 1 && first <= maxStories
    ? Effect.succeed(first)
    : new InvalidAuditFilter({ argument: "first", problem: `must be 1 to ${maxStories}` });

/**
 * Returns a page of the stories that have an event which satisfies a filter, newest first by that event. A story is
 * complete, with the events that do not satisfy the filter. Page after page returns each story once, as it was when the
 * first page was read, however many events are appended meanwhile.
 */
export const readStories = traced("readStories")(function* (filter: AuditFilter, page: StoryPage) {
  const first = yield* readFirst(page.first);
  const { before, upTo } = yield* readCursor(page.after);
  const stories: Array<{ readonly events: ReadonlyArray<RecordedEvent>; readonly last: RecordedEvent }> = [];
  for (let after = before, hasMore = true; hasMore && stories.length <= first; ) {
    const found = yield* newestFirst(filter, upTo, scanSize, after);
    const needed = firstStories(found, first + 1 - stories.length);
    stories.push(...(yield* storiesOf(filter, needed, upTo)));
    after = needed.at(-1)?.position ?? after;
    hasMore = needed.length < found.length || found.length === scanSize;
  }
  const named = yield* nameStories(stories.slice(0, first));
  return {
    nodes: named.map((story): StoryOnPage => ({ ...story, cursor: `${story.last.event.position}-${upTo}` })),
    hasNextPage: stories.length > first
  };
});
