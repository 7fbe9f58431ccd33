import type { CallFailureReason } from "../../../../domain/health/ServerCalls.ts";

/** Why a call to a server failed, after the name of the server. */
export const callFailureText: Readonly<Record<CallFailureReason, string>> = {
  "address-refused": "is at an address that is not public, so that it was not called",
  busy: "was not called, because too many requests to it were running",
  unreachable: "cannot be reached",
  timeout: "did not respond in time",
  "too-large": "sent a response that is too large",
  "redirect-refused": "responded with a redirect, which is not followed",
  malformed: "did not respond with valid HTTP",
  "server-error": "reported an internal error",
  "rate-limited": "limits the rate of requests"
};
