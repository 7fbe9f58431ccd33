import { TidemarkError } from "../TidemarkError.ts";
import type { Connection } from "./Connection.ts";
import type { ParsedResponse } from "./ParsedResponse.ts";

/** Throws if the response means "try again later" (429, 5xx). */
export const throwIfUnavailable = (
  { server }: Connection,
  { body, error, retryAfter, status }: ParsedResponse
): void => {
  const isExplained = status > 500 && status !== 503 && Array.isArray(body.errors);
  if ((status !== 429 && status < 500) || isExplained) return;
  const why = status === 429 ? "received too many requests" : "is unavailable";
  const when = retryAfter === undefined ? "in a moment" : `in ${retryAfter} seconds`;
  throw new TidemarkError("unavailable", `${server} ${why} (${status}). Try again ${when}.`, {
    retryAfter,
    code: error
  });
};
