import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { SessionTerminated } from "../../../application/sessions/SessionTerminated.ts";
import { endSentence } from "../../../domain/authorization/end/EndReason.ts";

/** What the client has to do, as a code. */
export const reauthenticate = { reason: "reauthenticate" };

/** Describes the end of a session to the app that held it. */
export const sessionEnded = (cause: SessionTerminated["reason"]): Problem => {
  const sentence = cause === "authorization-ended" ? "The session has ended." : endSentence[cause];
  const code = cause === "account-moved" ? "ACCOUNT_MOVED" : "UNAUTHENTICATED";
  return problem(code, `${sentence} Sign in again.`, { ...reauthenticate, cause, endMessage: sentence });
};
