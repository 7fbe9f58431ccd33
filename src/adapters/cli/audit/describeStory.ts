import { textOfParts } from "../../../application/audit/nameParts.ts";
import type { NamedStory } from "../../../application/audit/nameStories.ts";
import { storyLength } from "../../../domain/audit/story/storyLength.ts";
import { shownTime, withoutControls } from "./describeEvent.ts";

const positionsOf = ({ steps }: NamedStory): ReadonlyArray<number> => steps.map(({ event }) => event.position);

/** The positions of the first and the last event of a story. */
const span = (story: NamedStory): string => {
  const positions = positionsOf(story);
  const [first, last] = [positions[0], positions.at(-1)];
  return first === last ? `#${first}` : `#${first} to #${last}`;
};

/** A story as text: a line with its time and headline, and below it why it failed and where its events are. */
export const describeStory = (story: NamedStory): string => {
  const mark = story.outcome === "failure" ? "✗" : "·";
  const length = storyLength(story.stepCount, story.milliseconds);
  const headline = [textOfParts(story.parts), length].filter((part) => part !== "").join(", ");
  const below = [story.outcome === "failure" ? (story.explanation ?? "") : "", `(${span(story)})`];
  return `${withoutControls(`${shownTime(story.last.event.recordedAt)}  ${mark}  ${headline}`)}\n    ${withoutControls(below.join(" ").trim())}\n`;
};

/** A story as JSON: its headline, and its events in brief. */
export const storyJson = (story: NamedStory): string =>
  `${JSON.stringify({
    kind: story.kind,
    outcome: story.outcome,
    headline: textOfParts(story.parts),
    explanation: story.explanation,
    at: story.last.event.recordedAt,
    milliseconds: story.milliseconds,
    stepCount: story.stepCount,
    steps: story.steps.map(({ event, parts }) => ({
      position: event.position,
      type: event.type,
      occurredAt: event.occurredAt,
      sentence: textOfParts(parts)
    }))
  })}\n`;
