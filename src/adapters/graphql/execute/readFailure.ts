import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { searchRefused } from "../problems/searchRefused.ts";
import { unavailable } from "../problems/unavailable.ts";
import { type ApiError, apiError, problemError } from "./ApiError.ts";
import type { ResponseLimits } from "./ResponseLimits.ts";

/** Returns the error of what the index cannot answer. */
export const readFailure = (
  failure: RecordIndexUnavailable | SearchRefused,
  { seconds, answerBytes }: ResponseLimits
): ApiError => {
  if (failure._tag === "SearchRefused") return searchRefused(failure);
  switch (failure.reason) {
    case "timeout":
      return apiError("TIMEOUT", `The query took longer than ${seconds} s. Ask for less, or filter more.`);
    case "too-large":
      return apiError(
        "RESPONSE_TOO_LARGE",
        `The answer, or what is read for it, has more than ${answerBytes} bytes. Ask for smaller pages (first, last), or for fewer fields.`
      );
    case "rejected":
    case "unreachable":
      return problemError(unavailable);
  }
};
