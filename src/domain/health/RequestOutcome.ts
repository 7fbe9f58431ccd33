/**
 * How a request ended: with a response, with a refusal (4xx), with a failure of this service or of a server that it depends
 * on (5xx), or because the client left before the response was complete.
 */
export const requestOutcomes = ["ok", "refused", "failed", "aborted"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** Returns the outcome of a response that was sent with a status. */
export const outcomeOf = (status: number): RequestOutcome =>
  status >= 500 ? "failed" : status >= 400 ? "refused" : "ok";
