/** What the events of one story have in common. Events that share a link are in the same story. */
export interface StoryLink {
  /** The member of an event by which the others are found. */
  readonly by: "authorization" | "stream" | "request";
  readonly id: string;
  /** Which of the events with this authorization, stream or request belong together. */
  readonly part: string;
}

/** Returns a text that is equal for equal links. */
export const linkKey = ({ by, id, part }: StoryLink): string => `${by} ${part} ${id}`;
