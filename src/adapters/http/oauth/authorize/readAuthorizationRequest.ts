import type { AuthorizationParameters } from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";

const names = [
  "redirect_uri",
  "response_type",
  "response_mode",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "login_hint",
  "dpop_jkt",
  "prompt",
  "request",
  "request_uri"
] as const;

/** Parses an authorization request. Unknown parameters are ignored (RFC 6749 section 3.1). */
export const readAuthorizationRequest = (sent: SentParameters): AuthorizationParameters => ({
  ...Object.fromEntries(
    names.flatMap((name) => {
      const value = sent.get(name);
      // With two states, it is unknown which one the app uses.
      return value === null || (name === "state" && sent.repeated.includes(name)) ? [] : [[name, value] as const];
    })
  ),
  repeated: sent.repeated,
  resources: sent.resources
});

/** Returns the request as form fields, without the login hint that the form requests. */
export const formFields = (sent: SentParameters): ReadonlyArray<readonly [name: string, value: string]> =>
  sent.entries.filter(
    ([name]) => name === "client_id" || (name !== "login_hint" && names.some((known) => known === name))
  );
