import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { isJson, type OutboundFailure, type OutboundResponse } from "../../domain/identity/OutboundHttp.ts";
import { RepositoryFailure } from "../../domain/record/Repository.ts";
import { answerError } from "./answerErrors.ts";
import { accountErrors, answerless } from "./answerless.ts";
import { retryAfter } from "./retryAfter.ts";

type Reason = RepositoryFailure["reason"];

/** What was asked of the PDS; the same status means another thing for each. */
export type Operation = "write" | "upload" | "read";

const reasonsByError: Readonly<Record<string, Reason>> = {
  ...accountErrors,
  invalid_token: "token-expired",
  InvalidToken: "token-expired",
  ExpiredToken: "token-expired",
  ScopeMissingError: "scope-missing",
  insufficient_scope: "scope-missing",
  InvalidSwap: "swap-mismatch",
  BlobNotFound: "blob-not-found",
  BlobTooLarge: "blob-too-large",
  RecordNotFound: "record-not-found",
  // What is wrong is our proof or our clock; the session is as good as before.
  use_dpop_nonce: "proof-refused",
  invalid_dpop_proof: "proof-refused"
};

const tooLarge: Record<Operation, Reason> = { write: "invalid-record", upload: "blob-too-large", read: "refused" };

const reasonOf = (operation: Operation, status: number, error: string | null, message: string | null): Reason => {
  if (status === 429) return "rate-limited";
  if (status >= 500) return "server-error";
  const named = reasonsByError[error ?? ""];
  if (named !== undefined) return named;
  if (status === 413) return tooLarge[operation];
  // A refresh tells whether the session is gone: the PDS says so at its token endpoint only.
  if (status === 401) return "token-expired";
  if (status === 403 && error !== null) return "scope-missing";
  if (message?.startsWith("Could not find blob") === true) return "blob-not-found";
  if (status === 400 && error === "InvalidRequest") return operation === "write" ? "invalid-record" : "refused";
  // An answer that is not XRPC's comes from something before the PDS.
  return error === null ? "not-xrpc" : "refused";
};

/** The reasons that are about what the caller sent, so that the PDS's own sentence helps the caller. */
const aboutInput: ReadonlySet<Reason> = new Set([
  "invalid-record",
  "blob-not-found",
  "blob-too-large",
  "swap-mismatch",
  "scope-missing",
  "record-not-found",
  "refused"
]);

const printable = (text: string): string => [...text.replace(/[\p{C}\s]+/gu, " ").trim()].slice(0, 300).join("");

/** What no answer, or an unreadable one, means. */
export const withoutAnswer = ({ reason }: OutboundFailure): RepositoryFailure =>
  new RepositoryFailure({ reason: answerless[reason], status: null, detail: null, retryAfter: null });

/** What an answer means whose status is that of success and whose body is not: something before the PDS answers pages. */
export const malformedAnswer = (response: OutboundResponse): RepositoryFailure =>
  new RepositoryFailure({
    reason: isJson(response) ? "malformed" : "not-xrpc",
    status: response.status,
    detail: null,
    retryAfter: null
  });

/** What an answer means whose status is not that of success; `hide` leaves out of its words what nobody is to read. */
export const refusal = (
  operation: Operation,
  response: OutboundResponse,
  hide: (text: string) => string
): Effect.Effect<never, RepositoryFailure> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { error, message } = answerError(response);
    const reason = reasonOf(operation, response.status, error, message);
    return new RepositoryFailure({
      reason,
      status: response.status,
      detail: aboutInput.has(reason) && message !== null ? printable(hide(message)) : null,
      retryAfter: retryAfter(response.headers, now)
    });
  });
