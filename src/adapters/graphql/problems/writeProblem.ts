import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { PdsFailure } from "../../../application/records/PdsFailure.ts";
import type {
  KeyReused,
  PreviouslyRejected,
  WriteImpossible,
  WriteInDoubt
} from "../../../application/records/write/recordErrors.ts";
import { SessionTerminated } from "../../../application/sessions/SessionTerminated.ts";
import { RepositoryFailure, type RepositoryFailureReason } from "../../../domain/record/RepositoryFailure.ts";
import type { WriteRejection } from "../../../domain/record/write/RecordWriteEvent.ts";
import { pdsProblem } from "./pdsProblem.ts";

/** A write that is impossible, or whose outcome cannot be reported now. */
export type WriteProblem = WriteImpossible | WriteInDoubt | KeyReused | PreviouslyRejected;

const exists = "A record already exists at this address. Leave rkey out, or update the record.";

const impossible = ({ place, reason, uri }: WriteImpossible): Problem => {
  const more = { uri, write: place };
  return reason === "record-exists"
    ? problem("RECORD_EXISTS", exists, more)
    : problem("NOT_FOUND", "The record to update or delete does not exist; no write of the batch was made.", more);
};

const unsettled: Readonly<Record<WriteInDoubt["reason"], readonly [code: string, message: string]>> = {
  "in-progress": [
    "WRITE_IN_PROGRESS",
    "The first request with this Idempotency-Key is still running. Repeat it with the same key to get its outcome."
  ],
  "not-recorded": [
    "WRITE_UNSETTLED",
    "The PDS responded, but the outcome could not be recorded yet. Do not retry without the same Idempotency-Key."
  ]
};

/** The failure that led to a recorded rejection. */
const failureOf = (reason: Exclude<WriteRejection, "record-exists">): PdsFailure => {
  const because = (named: RepositoryFailureReason) =>
    new RepositoryFailure({ reason: named, status: null, detail: null, retryAfter: null });
  switch (reason) {
    case "session-ended":
      return new SessionTerminated({ reason: "authorization-ended" });
    case "account-inactive":
      return because("account-deactivated");
    case "not-sent":
    case "not-there":
      return because("refused");
    default:
      return because(reason);
  }
};

/** Describes a write that is impossible, or whose outcome cannot be reported now, to an app. */
export const writeProblem = (failure: WriteProblem): Problem => {
  switch (failure._tag) {
    case "WriteImpossible":
      return impossible(failure);
    case "WriteInDoubt": {
      const [code, message] = unsettled[failure.reason];
      return problem(code, message, { outcome: "unknown", retryAfter: failure.retryAfter });
    }
    case "KeyReused":
      return problem(
        "IDEMPOTENCY_KEY_REUSED",
        "This Idempotency-Key belongs to another request for 24 hours. Nothing was written; use a new key."
      );
    case "PreviouslyRejected":
      return failure.reason === "record-exists"
        ? problem("RECORD_EXISTS", exists)
        : pdsProblem(failureOf(failure.reason), "write");
  }
};
