import type { ErrorOfOperation } from "./operationOutcome.ts";

/** The codes of errors that are no fault of the request: of this service, its database, or a PDS. */
const failureCodes: ReadonlySet<unknown> = new Set([
  "INTERNAL",
  "UNAVAILABLE",
  "TIMEOUT",
  "PDS_UNREACHABLE",
  "PDS_TIMEOUT",
  "PDS_ERROR",
  "PDS_INVALID_ANSWER",
  "PDS_NOT_XRPC",
  "PDS_ANSWER_TOO_LARGE",
  "PDS_REDIRECTED",
  "PDS_PROOF_REFUSED"
]);

/** Whether an operation failed, whatever the status of its response. */
export const operationFailed = (errors: ReadonlyArray<ErrorOfOperation>): boolean =>
  errors.some(({ extensions }) => failureCodes.has(extensions?.code));
