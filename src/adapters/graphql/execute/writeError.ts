import type { Problem } from "../../../application/api/Problem.ts";
import { type Asked, type PdsFailure, pdsProblem } from "../../../application/api/pdsProblem.ts";
import type { InvalidRecord } from "../../../application/records/refusals.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { RecordKeyRejected } from "../../../domain/lexicon/recordKeyFor.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { type ApiError, apiError } from "./ApiError.ts";

export type WriteError =
  | PdsFailure
  | InvalidRecord
  | RecordKeyRejected
  | EventLogUnavailable
  | StorageUnavailable
  | RecordIndexUnavailable;

const asError = ({ code, message, more }: Problem): ApiError => apiError(code, message, more);

const unavailable = apiError("UNAVAILABLE", "The service cannot reach its database right now; try again in a moment.");

/** What who writes, or uploads, is told of a failure: a code for programs, a sentence for people. */
export const writeError = (error: WriteError, asked: Asked = "write"): ApiError => {
  switch (error._tag) {
    case "InvalidRecord":
      return apiError("BAD_USER_INPUT", error.message, { problems: error.problems });
    case "RecordKeyRejected":
      return apiError("BAD_USER_INPUT", `${error.message}.`);
    case "MissingScope":
    case "SessionOver":
    case "SessionNotRefreshed":
    case "RepositoryFailure":
      return asError(pdsProblem(error, asked));
    case "EventLogUnavailable":
    case "StorageUnavailable":
    case "RecordIndexUnavailable":
      return unavailable;
  }
};
