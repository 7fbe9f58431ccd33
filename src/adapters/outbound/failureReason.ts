import { errors } from "undici";
import type { OutboundFailure } from "../../domain/outbound/OutboundHttp.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Returns the reason of a failed request. A refused or reset connection or an unresolved name is `unreachable`. */
export const failureReason = (error: unknown): OutboundFailure["reason"] => {
  const code = codeOf(error);
  switch (code) {
    case "ADDRESS_REFUSED":
      return "address-refused";
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return "timeout";
    case "BODY_TOO_LARGE":
    case "UND_ERR_HEADERS_OVERFLOW":
      return "too-large";
    case "BODY_MALFORMED":
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return "malformed";
    default:
      return error instanceof errors.HTTPParserError ? "malformed" : "unreachable";
  }
};
