import type { RecordedEvent } from "../../event/Envelope.ts";
import { linkKey } from "./StoryLink.ts";
import { storyLinks } from "./storyLinks.ts";

const byPosition = (left: RecordedEvent, right: RecordedEvent): number => left.position - right.position;

/** Unites the groups of several links in one of them. */
const unite = (groups: Map<string, Array<RecordedEvent>>, keys: ReadonlyArray<string>): Array<RecordedEvent> => {
  const found = new Set(keys.map((key) => groups.get(key)).filter((group) => group !== undefined));
  const [first = [], ...others] = found;
  if (others.length === 0) return first;
  for (const other of others) first.push(...other);
  for (const [key, group] of groups) if (others.includes(group)) groups.set(key, first);
  return first;
};

/**
 * Groups events into stories: events that share a link are in one story, and so are those that others link. Each event
 * is in exactly one story. The events of a story are oldest first, and the stories ordered by their last event, newest
 * first. The order of the given events does not matter.
 */
export const groupStories = (events: Iterable<RecordedEvent>): ReadonlyArray<ReadonlyArray<RecordedEvent>> => {
  const groups = new Map<string, Array<RecordedEvent>>();
  const stories = new Set<Array<RecordedEvent>>();
  for (const event of events) {
    const links = storyLinks(event);
    const keys = links.length === 0 ? [`position ${event.position}`] : links.map(linkKey);
    const story = unite(groups, keys);
    story.push(event);
    for (const key of keys) groups.set(key, story);
  }
  for (const story of groups.values()) stories.add(story);
  return [...stories]
    .map((story) => story.toSorted(byPosition))
    .toSorted((left, right) => (right.at(-1)?.position ?? 0) - (left.at(-1)?.position ?? 0));
};
