import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { CursorRejected } from "../../../domain/record/change/ChangeCursor.ts";
import { unavailable } from "./unavailable.ts";

const tooOld = problem(
  "CURSOR_TOO_OLD",
  "The changes after this cursor are no longer kept. Send the query again, and subscribe after the cursor of its response."
);

const rejections: Readonly<Record<CursorRejected["reason"], Problem>> = {
  malformed: problem(
    "BAD_CURSOR",
    "The argument after is not a cursor. Send the extensions.cursor of a response, unchanged, or null to start now."
  ),
  foreign: problem(
    "BAD_CURSOR",
    "The cursor in the argument after is from another database. Send the query again, and subscribe after the cursor of its response."
  ),
  "too-old": tooOld,
  ahead: problem(
    "CURSOR_AHEAD",
    "The cursor in the argument after is ahead of the log, which was restored from a backup. Send the query again, and subscribe after the cursor of its response."
  )
};

/** Describes why a subscription cannot start at a cursor. */
export const cursorRejected = ({ reason }: CursorRejected): Problem => rejections[reason];

const ends: Readonly<Record<SubscriptionEnded["reason"], Problem>> = {
  "cursor-too-old": tooOld,
  "schema-changed": problem(
    "SCHEMA_CHANGED",
    "The schema has changed. Subscribe again after the cursor of the last response."
  ),
  unavailable
};

/** Describes why a subscription ended that its client did not end. */
export const subscriptionEnded = (reason: SubscriptionEnded["reason"]): Problem => ends[reason];
