import type { BrowserCallback } from "../../../application/login/upstream/callbackReplay.ts";
import type {
  AuthorizationResponse,
  ForeignParameter,
  ResponseParameter
} from "../../../domain/session/AuthorizationResponse.ts";

const names: ReadonlyArray<ResponseParameter> = ["code", "state", "iss", "error", "error_description"];
const foreignNames: ReadonlyArray<ForeignParameter> = ["token", "id_token", "response"];

/** Parses the query of a callback from a PDS. Unknown parameters are ignored (RFC 6749 section 4.1.2). */
export const readResponse = (query: URLSearchParams): AuthorizationResponse => ({
  code: query.get("code"),
  state: query.get("state"),
  iss: query.get("iss"),
  error: query.get("error"),
  errorDescription: query.get("error_description"),
  repeated: names.filter((name) => query.getAll(name).length > 1),
  foreign: foreignNames.filter((name) => query.has(name))
});

/** Parses a callback from a PDS, without the login cookie. */
export const readCallback = (query: URLSearchParams): Omit<BrowserCallback, "browserToken"> => ({
  parameters: readResponse(query),
  fingerprint: `${query}`
});
