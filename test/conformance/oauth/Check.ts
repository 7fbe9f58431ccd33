import type { Target } from "./Target.ts";

/** One row of the security checks: its id, what it demands, and how a target shows that it holds. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Rejects with what was seen instead; a `NotApplicable` says why the target cannot be asked. */
  readonly run: (target: Target) => Promise<void>;
}

/** A check that this target cannot be asked, and why. */
export class NotApplicable extends Error {}

/** Answers what is there, or says what the target lacks. */
export const needed = <A>(value: A | null | undefined, lacking: string): A => {
  if (value === null || value === undefined) throw new NotApplicable(lacking);
  return value;
};

/** A row of the table. */
export const check = (id: string, title: string, run: (target: Target) => Promise<void>): Check => ({ id, title, run });
