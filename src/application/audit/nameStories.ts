import type { StoryKind } from "../../domain/audit/story/Story.ts";
import { storyHeadline } from "../../domain/audit/story/storyHeadline.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type NamedEvent, nameEvents } from "./nameEvents.ts";
import { type NamedPart, nameParts, namesIn } from "./nameParts.ts";

/** Events that belong together, in one line, with the current names of accounts and apps. */
export interface NamedStory {
  readonly kind: StoryKind;
  readonly outcome: RecordedEvent["outcome"];
  /** What happened, without the period at its end. */
  readonly parts: ReadonlyArray<NamedPart>;
  /** Why the last step that failed did so; null if none did. */
  readonly explanation: string | null;
  /** Oldest first. Of a story with more than 100 events, the first 10 and the last 90. */
  readonly steps: ReadonlyArray<NamedEvent>;
  /** The number of its events. */
  readonly stepCount: number;
  /** The last step that satisfies the filter. Stories are ordered by it. */
  readonly last: NamedEvent;
  /** From the first step to the last. */
  readonly milliseconds: number;
}

interface FoundStory {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly last: RecordedEvent;
}

const maxSteps = 100;
const firstSteps = 10;

/** Returns the events of a story that are described. */
const describedOf = ({ events, last }: FoundStory): ReadonlyArray<RecordedEvent> => {
  if (events.length <= maxSteps) return events;
  const kept = new Set([...events.slice(0, firstSteps), ...events.slice(firstSteps - maxSteps), last]);
  return events.filter((event) => kept.has(event));
};

const durationOf = (events: ReadonlyArray<RecordedEvent>): number => {
  const times = events.map(({ occurredAt }) => Date.parse(occurredAt));
  return Math.max(...times) - Math.min(...times);
};

/** Describes stories, and looks up the names in all of them at once. */
export const nameStories = traced("nameStories")(function* (stories: ReadonlyArray<FoundStory>) {
  const described = stories.map((story) => ({ ...story, shown: describedOf(story) }));
  const named = yield* nameEvents(described.flatMap(({ shown }) => shown));
  const byPosition = new Map(named.map((step) => [step.event.position, step]));
  const told = described.map(({ events, last, shown }) => {
    const steps = shown.flatMap(({ position }) => byPosition.get(position) ?? []);
    return { steps, last: byPosition.get(last.position), headline: storyHeadline(steps), events };
  });
  const names = yield* namesIn(told.flatMap(({ headline }) => headline.parts));
  return told.flatMap(({ events, headline, last, steps }): ReadonlyArray<NamedStory> => {
    if (last === undefined) return [];
    const failed = headline.outcome === "failure" ? steps.findLast(({ event }) => event.outcome === "failure") : null;
    return [
      {
        kind: headline.kind,
        outcome: headline.outcome,
        parts: nameParts(headline.parts, names),
        explanation: (failed ?? steps.findLast(({ explanation }) => explanation !== null))?.explanation ?? null,
        steps,
        stepCount: events.length,
        last,
        milliseconds: durationOf(events)
      }
    ];
  });
});
