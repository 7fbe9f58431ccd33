import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";

/** Returns a response that says why nothing of the history is sent. */
export const problem = (
  status: number,
  error: string,
  description: string,
  more: HttpResponse["headers"] = {}
): HttpResponse => json(status, { error, error_description: description }, { ...noStore, ...more });

export const adminRequired = problem(403, "access_denied", "This is for admins. Sign in at /settings.");

export const fromElsewhere = problem(
  403,
  "access_denied",
  "Another site led here, so nothing is sent. Export from /settings."
);

export const unavailable = problem(
  503,
  "temporarily_unavailable",
  "The database is not available. Try again in a moment.",
  { "retry-after": "1" }
);
