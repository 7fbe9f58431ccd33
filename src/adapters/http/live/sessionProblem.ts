import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { SessionLoss } from "../../../application/live/LiveSessions.ts";

const problems: Readonly<Record<SessionLoss, Problem>> = {
  expired: problem("UNAUTHENTICATED", "The access token has expired. Connect again with a new one."),
  ended: problem("UNAUTHENTICATED", "The user was logged out. Connect again after a login."),
  hidden: problem("FORBIDDEN", "The account is not active.")
};

/** Describes the loss of a session in the terms of the API. */
export const problemOf = (loss: SessionLoss): Problem => problems[loss];
