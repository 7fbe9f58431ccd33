import type { Problem } from "../../../application/api/Problem.ts";
import { type PdsFailure, pdsProblem } from "../../../application/api/pdsProblem.ts";
import { uploadProblem } from "../../../application/api/uploadProblem.ts";
import { type WriteProblem, writeProblem } from "../../../application/api/writeProblem.ts";
import type { BlobRefused, InvalidRecord } from "../../../application/records/refusals.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../domain/event/StreamContended.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { type ApiError, apiError } from "./ApiError.ts";

export type WriteError =
  | PdsFailure
  | WriteProblem
  | InvalidRecord
  | EventLogUnavailable
  | StreamContended
  | StorageUnavailable
  | RecordIndexUnavailable;

const asError = ({ code, message, more }: Problem): ApiError => apiError(code, message, more);

const unavailable = apiError("UNAVAILABLE", "The service cannot reach its database right now; try again in a moment.");

const contended = apiError(
  "UNAVAILABLE",
  "Other requests changed the same session at the same time; try again in a moment."
);

/** What who writes is told of a write that failed: a code for programs, a sentence for people. */
export const writeError = (error: WriteError): ApiError => {
  switch (error._tag) {
    case "InvalidRecord":
      return apiError("BAD_USER_INPUT", error.message, { problems: error.problems });
    case "MissingScope":
    case "SessionOver":
    case "SessionNotRefreshed":
    case "RepositoryFailure":
      return asError(pdsProblem(error, "write"));
    case "WriteImpossible":
    case "WriteUnsettled":
    case "KeyReused":
    case "RejectedBefore":
      return asError(writeProblem(error));
    case "StreamContended":
      return contended;
    case "EventLogUnavailable":
    case "StorageUnavailable":
    case "RecordIndexUnavailable":
      return unavailable;
  }
};

/** It was written, and cannot be read now: no reason to write it again. */
export const answerUnavailable = (uri: string): ApiError =>
  apiError("ANSWER_UNAVAILABLE", "It is written, but the answer cannot be read right now. Ask for it by its uri.", {
    outcome: "written",
    uri
  });

/** The same for a blob that was not stored. */
export const uploadError = (
  error: BlobRefused | PdsFailure | EventLogUnavailable | StreamContended | StorageUnavailable
): ApiError => {
  if (error._tag === "StreamContended") return contended;
  return error._tag === "EventLogUnavailable" || error._tag === "StorageUnavailable"
    ? unavailable
    : asError(uploadProblem(error));
};
