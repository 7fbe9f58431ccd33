import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { UploadFailure } from "../../../application/api/UploadFailure.ts";
import type { BlobRefused } from "../../../application/records/write/recordErrors.ts";
import { pdsProblem } from "./pdsProblem.ts";
import { contended, unavailable } from "./unavailable.ts";

const tooLarge = (size: number | null, limit: number): string =>
  size === null
    ? `The blob exceeds the limit of ${limit} bytes.`
    : `The blob has ${size} bytes, which exceeds the limit of ${limit} bytes.`;

const ofRefused = ({ limit, reason, size }: BlobRefused): Problem => {
  switch (reason) {
    case "mime-type":
      return problem(
        "BAD_USER_INPUT",
        "The media type (mimeType, or the header Content-Type) must be a type and a subtype, such as image/png."
      );
    case "empty":
      return problem("BAD_USER_INPUT", "The blob is empty.");
    case "above-limit":
      return problem("BLOB_TOO_LARGE", tooLarge(size, limit), { limit, ...(size !== null && { size }) });
    case "incomplete":
      return problem("UPLOAD_INCOMPLETE", "The blob did not arrive completely. Upload it again.");
  }
};

/** Describes a blob that was not stored to the app that sent it, over GraphQL and `POST /blobs` alike. */
export const uploadProblem = (failure: UploadFailure): Problem => {
  switch (failure._tag) {
    case "BlobRefused":
      return ofRefused(failure);
    case "StreamContended":
      return contended;
    case "EventLogUnavailable":
    case "StorageUnavailable":
      return unavailable;
    default:
      return pdsProblem(failure, "upload");
  }
};
