import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Problem } from "../../../application/api/Problem.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";

/** The problems with a status other than 502. All others are faults of a PDS. */
const statuses: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  PDS_REJECTED: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  ACCOUNT_MOVED: 401,
  FORBIDDEN: 403,
  ACCOUNT_DEACTIVATED: 403,
  ACCOUNT_TAKEN_DOWN: 403,
  UPLOAD_INCOMPLETE: 408,
  BLOB_TOO_LARGE: 413,
  UNSUPPORTED_ENCODING: 415,
  RATE_LIMITED: 429,
  UPLOAD_AGAIN: 503,
  SESSION_NOT_REFRESHED: 503,
  UNAVAILABLE: 503,
  PDS_TIMEOUT: 504
};

const retryAfter = ({ code, more }: Problem): HttpResponse["headers"] => {
  if (typeof more.retryAfter === "number") return { "retry-after": String(Math.ceil(more.retryAfter)) };
  return code === "UNAVAILABLE" || code === "UPLOAD_AGAIN" ? { "retry-after": "1" } : {};
};

/** Returns a problem in the form of `/graphql`, with the corresponding status. */
export const problemResponse = (problem: Problem, headers: HttpResponse["headers"] = {}): HttpResponse => {
  const { code, message, more } = problem;
  const body = { errors: [{ message, extensions: errorExtensions(code, more) }] };
  return json(statuses[code] ?? 502, body, { ...noStore, ...retryAfter(problem), ...headers });
};
