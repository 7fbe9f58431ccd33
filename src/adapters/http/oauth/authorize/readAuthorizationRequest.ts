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

/** What an authorization request says; parameters that are not known are left out (RFC 6749 section 3.1). */
export const readAuthorizationRequest = (sent: SentParameters): AuthorizationParameters => ({
  ...Object.fromEntries(
    names.flatMap((name) => {
      const value = sent.get(name);
      // Of two states, neither is known to be the app's.
      return value === null || (name === "state" && sent.repeated.includes(name)) ? [] : [[name, value] as const];
    })
  ),
  repeated: sent.repeated,
  resources: sent.resources
});

/** The same request as the fields of a form, without the hint that the form asks for. */
export const formFields = (sent: SentParameters): ReadonlyArray<readonly [name: string, value: string]> =>
  sent.entries.filter(
    ([name]) => name === "client_id" || (name !== "login_hint" && names.some((known) => known === name))
  );
