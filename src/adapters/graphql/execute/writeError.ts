import type { UploadFailure } from "../../../application/api/UploadFailure.ts";
import type { PdsFailure } from "../../../application/records/PdsFailure.ts";
import type { InvalidRecord } from "../../../application/records/write/recordErrors.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../domain/event/StreamContended.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { pdsProblem } from "../problems/pdsProblem.ts";
import { contended, unavailable } from "../problems/unavailable.ts";
import { uploadProblem } from "../problems/uploadProblem.ts";
import { type WriteProblem, writeProblem } from "../problems/writeProblem.ts";
import { type ApiError, apiError, problemError } from "./ApiError.ts";

type WriteError =
  | PdsFailure
  | WriteProblem
  | InvalidRecord
  | EventLogUnavailable
  | StreamContended
  | StorageUnavailable
  | RecordIndexUnavailable;

/** Reports a write that failed: a code for programs, a sentence for people. */
export const writeError = (error: WriteError): ApiError => {
  switch (error._tag) {
    case "InvalidRecord":
      return apiError("BAD_USER_INPUT", error.message, { problems: error.problems });
    case "MissingScope":
    case "SessionTerminated":
    case "SessionNotRefreshed":
    case "RepositoryFailure":
      return problemError(pdsProblem(error, "write"));
    case "WriteImpossible":
    case "WriteInDoubt":
    case "KeyReused":
    case "PreviouslyRejected":
      return problemError(writeProblem(error));
    case "StreamContended":
      return problemError(contended);
    case "EventLogUnavailable":
    case "StorageUnavailable":
    case "RecordIndexUnavailable":
      return problemError(unavailable);
  }
};

/** The record was written but cannot be read now. The caller must not write it again. */
export const resultUnavailable = (uri: string): ApiError =>
  apiError("ANSWER_UNAVAILABLE", "The record was written, but cannot be read back right now. Query it by its uri.", {
    outcome: "written",
    uri
  });

/** Reports a blob that was not stored. */
export const uploadError = (error: UploadFailure): ApiError => problemError(uploadProblem(error));
