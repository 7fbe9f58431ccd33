import type { WriteRejection } from "../../domain/record/RecordWriteEvent.ts";
import { RepositoryFailure, type RepositoryFailureReason } from "../../domain/record/RepositoryFailure.ts";
import type { KeyReused, RejectedBefore, WriteImpossible, WriteUnsettled } from "../records/writeProblems.ts";
import { SessionOver } from "../session/SessionOver.ts";
import { type Problem, problem } from "./Problem.ts";
import { type PdsFailure, pdsProblem } from "./pdsProblem.ts";

/** What an app is told of a write that cannot be, or whose outcome cannot be told now. */
export type WriteProblem = WriteImpossible | WriteUnsettled | KeyReused | RejectedBefore;

const exists = "There is a record already at this address. Leave rkey out, or update it.";

const impossible = ({ place, reason, uri }: WriteImpossible): Problem => {
  const more = { uri, write: place };
  return reason === "record-exists"
    ? problem("RECORD_EXISTS", exists, more)
    : problem("NOT_FOUND", "There is no such record to update or delete; nothing of the batch was written.", more);
};

const unsettled: Record<WriteUnsettled["reason"], readonly [code: string, message: string]> = {
  "in-progress": [
    "WRITE_IN_PROGRESS",
    "The first request with this Idempotency-Key is still under way. Send it again with the same key to learn what became of it."
  ],
  "not-recorded": [
    "WRITE_UNSETTLED",
    "The personal data server has answered, but the service could not write the outcome down. It will; until then do not write again, or only with the same Idempotency-Key."
  ]
};

/** The failure that a rejection was written down for. */
const failureOf = (reason: Exclude<WriteRejection, "record-exists">): PdsFailure => {
  const because = (named: RepositoryFailureReason) =>
    new RepositoryFailure({ reason: named, status: null, detail: null, retryAfter: null });
  switch (reason) {
    case "session-ended":
      return new SessionOver({ reason: "authorization-ended" });
    case "account-inactive":
      return because("account-deactivated");
    case "not-sent":
    case "not-there":
      return because("refused");
    default:
      return because(reason);
  }
};

export const writeProblem = (failure: WriteProblem): Problem => {
  switch (failure._tag) {
    case "WriteImpossible":
      return impossible(failure);
    case "WriteUnsettled": {
      const [code, message] = unsettled[failure.reason];
      return problem(code, message, { outcome: "unknown", retryAfter: failure.retryAfter });
    }
    case "KeyReused":
      return problem(
        "IDEMPOTENCY_KEY_REUSED",
        "This Idempotency-Key came with another request before, and stands for that one for 24 hours. Nothing was written; use a new key."
      );
    case "RejectedBefore":
      return failure.reason === "record-exists"
        ? problem("RECORD_EXISTS", exists)
        : pdsProblem(failureOf(failure.reason), "write");
  }
};
