import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { isJson, type OutboundFailure, type OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import {
  type ReadFailureReason,
  RepositoryFailure,
  type RepositoryFailureReason,
  type UploadFailureReason,
  type WriteFailureReason
} from "../../../domain/record/RepositoryFailure.ts";
import { accountErrors, noResponseReasons } from "../noResponseReasons.ts";
import { type ResponseError, responseError } from "../responseErrors.ts";
import { retryAfter } from "../retryAfter.ts";

/** The errors of a call with a session. The fault may be our proof or our clock instead of the session. */
const sessionErrors = {
  ...accountErrors,
  invalid_token: "token-expired",
  InvalidToken: "token-expired",
  ExpiredToken: "token-expired",
  ScopeMissingError: "scope-missing",
  insufficient_scope: "scope-missing",
  use_dpop_nonce: "proof-refused",
  invalid_dpop_proof: "proof-refused"
} as const;

const blobErrors = { BlobNotFound: "blob-not-found", BlobTooLarge: "blob-too-large" } as const;

const missingBlob = (message: string) => (message.startsWith("Could not find blob") ? "blob-not-found" : null);

/** How to interpret refusals for one kind of call. The same status has different meanings. */
export interface Operation<Reason extends RepositoryFailureReason> {
  readonly byError: Readonly<Record<string, Reason>>;
  /** By the message, if the error name is too general. */
  readonly byMessage: (message: string) => Reason | null;
  readonly tooLarge: Reason;
  /** Only a refresh shows whether the session ended: the PDS reports it at its token endpoint. */
  readonly unauthorized: Reason;
  readonly forbidden: Reason;
  /** `InvalidRequest` with status 400. */
  readonly invalidRequest: Reason;
}

export const writing: Operation<WriteFailureReason> = {
  byError: {
    ...sessionErrors,
    ...blobErrors,
    InvalidSwap: "swap-mismatch",
    RecordNotFound: "record-not-found"
  },
  byMessage: missingBlob,
  tooLarge: "invalid-record",
  unauthorized: "token-expired",
  forbidden: "scope-missing",
  invalidRequest: "invalid-record"
};

export const uploading: Operation<UploadFailureReason> = {
  byError: { ...sessionErrors, ...blobErrors },
  byMessage: missingBlob,
  tooLarge: "blob-too-large",
  unauthorized: "token-expired",
  forbidden: "scope-missing",
  invalidRequest: "refused"
};

/** Reads have no credentials, so the session cannot be the fault. */
export const reading: Operation<ReadFailureReason> = {
  byError: accountErrors,
  byMessage: () => null,
  tooLarge: "refused",
  unauthorized: "refused",
  forbidden: "refused",
  invalidRequest: "refused"
};

const reasonOf = <Reason extends RepositoryFailureReason>(
  operation: Operation<Reason>,
  status: number,
  { error, message }: ResponseError
): Reason | ReadFailureReason => {
  if (status === 429) return "rate-limited";
  if (status >= 500) return "server-error";
  const named = error !== null && Object.hasOwn(operation.byError, error) ? operation.byError[error] : undefined;
  if (named !== undefined) return named;
  if (status === 413) return operation.tooLarge;
  if (status === 401) return operation.unauthorized;
  if (status === 403 && error !== null) return operation.forbidden;
  const described = message === null ? null : operation.byMessage(message);
  if (described !== null) return described;
  if (status === 400 && error === "InvalidRequest") return operation.invalidRequest;
  // A response that is not XRPC's comes from something in front of the PDS.
  return error === null ? "not-xrpc" : "refused";
};

/** The reasons that concern the input of the caller, for which the message of the PDS is helpful. */
const inputReasons: ReadonlySet<RepositoryFailureReason> = new Set<RepositoryFailureReason>([
  "invalid-record",
  "blob-not-found",
  "blob-too-large",
  "swap-mismatch",
  "scope-missing",
  "record-not-found",
  "refused"
]);

const printable = (text: string): string => [...text.replace(/[\p{C}\s]+/gu, " ").trim()].slice(0, 300).join("");

/** Converts a missing or unreadable response to a failure. */
export const repositoryFailureFrom = ({ reason }: OutboundFailure): RepositoryFailure<ReadFailureReason> =>
  new RepositoryFailure({ reason: noResponseReasons[reason], status: null, detail: null, retryAfter: null });

/** Converts a response with a success status and an invalid body, as from a proxy in front of the PDS, to a failure. */
export const malformedResponse = (response: OutboundResponse): RepositoryFailure<"malformed" | "not-xrpc"> =>
  new RepositoryFailure({
    reason: isJson(response) ? "malformed" : "not-xrpc",
    status: response.status,
    detail: null,
    retryAfter: null
  });

/** Converts a response with an error status to a failure. `hide` removes secrets from its message. */
export const repositoryRefusal = <Reason extends RepositoryFailureReason>(
  operation: Operation<Reason>,
  response: OutboundResponse,
  hide: (text: string) => string
): Effect.Effect<never, RepositoryFailure<Reason | ReadFailureReason>> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const said = responseError(response);
    const { message } = said;
    const reason = reasonOf(operation, response.status, said);
    return new RepositoryFailure({
      reason,
      status: response.status,
      detail: inputReasons.has(reason) && message !== null ? printable(hide(message)) : null,
      retryAfter: retryAfter(response.headers, now)
    });
  });
