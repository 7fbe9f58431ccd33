import type { RecordedEvent } from "../../event/Envelope.ts";
import type { StoryPart } from "./StoryPart.ts";

/** The kinds of stories. */
export const storyKinds = [
  "sign-in",
  "sign-out",
  "refresh",
  "write",
  "upload",
  "app",
  "repository",
  "moderation",
  "administration"
] as const;
export type StoryKind = (typeof storyKinds)[number];

/** An event of a story, and the sentence that describes it. */
export interface StoryStep {
  readonly event: RecordedEvent;
  readonly sentence: string;
}

/** What a story tells in one line, without the period at its end. */
export interface Headline {
  readonly kind: StoryKind;
  readonly outcome: RecordedEvent["outcome"];
  readonly parts: ReadonlyArray<StoryPart>;
}

/** Returns the latest event of a type, or one of several types. */
export const latestOf = (steps: ReadonlyArray<StoryStep>, ...types: ReadonlyArray<string>): RecordedEvent | undefined =>
  steps.findLast(({ event }) => types.includes(event.type))?.event;

/** Returns a text in the data of an event, or null. */
export const textIn = (event: RecordedEvent | undefined, member: string): string | null => {
  const value = event?.data[member];
  return typeof value === "string" ? value : null;
};

/** Returns the account that a story is about: the last that an event names. */
export const accountOf = (steps: ReadonlyArray<StoryStep>): string | null =>
  steps.findLast(({ event }) => event.subjectDid !== null)?.event.subjectDid ?? null;

/** Returns the client id of the app of a story. */
export const appOf = (steps: ReadonlyArray<StoryStep>): string | null =>
  steps.findLast(({ event }) => event.clientId !== null)?.event.clientId ?? null;
