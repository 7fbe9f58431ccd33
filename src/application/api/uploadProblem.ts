import type { BlobRefused } from "../records/refusals.ts";
import { type Problem, problem } from "./Problem.ts";
import { type PdsFailure, pdsProblem } from "./pdsProblem.ts";

const ofRefused = ({ limit, message, reason, size }: BlobRefused): Problem => {
  switch (reason) {
    case "mime-type":
    case "empty":
      return problem("BAD_USER_INPUT", `${message}.`);
    case "above-limit":
      return problem("BLOB_TOO_LARGE", `${message}.`, { limit, ...(size !== null && { size }) });
    case "incomplete":
      return problem("UPLOAD_INCOMPLETE", `${message}. Upload it again.`);
  }
};

/** What an app is told of a blob that was not stored. */
export const uploadProblem = (failure: BlobRefused | PdsFailure): Problem =>
  failure._tag === "BlobRefused" ? ofRefused(failure) : pdsProblem(failure, "upload");
