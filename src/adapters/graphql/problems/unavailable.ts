import { type Problem, problem } from "../../../application/api/Problem.ts";

/** The database cannot be reached. */
export const unavailable: Problem = problem(
  "UNAVAILABLE",
  "The service cannot reach its database right now. Try again in a moment."
);

/** Concurrent changes of the same stream left no room for this one. */
export const contended: Problem = problem(
  "UNAVAILABLE",
  "Other requests changed the same session at the same time. Try again in a moment."
);
