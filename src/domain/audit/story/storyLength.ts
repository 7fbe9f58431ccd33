import { inUnits } from "../../time/inUnits.ts";

/** Returns how long a story is, such as `7 steps, 3.6 s`; an empty text for a single step. */
export const storyLength = (steps: number, milliseconds: number): string =>
  steps < 2 ? "" : `${steps} steps, ${inUnits(milliseconds)}`;
