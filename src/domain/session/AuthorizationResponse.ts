/** The parameters of an authorization response that the service reads (RFC 6749 section 4.1.2, RFC 9207). */
export type ResponseParameter = "code" | "state" | "iss" | "error" | "error_description";

/** The parameters of other kinds of responses, which the service never requests. */
export type ForeignParameter = "token" | "id_token" | "response";

/**
 * What a PDS sent along with the browser, decoded where the request came in. Each parameter has its first value, or null
 * where it was not sent. A response is valid only without repeated (RFC 6749 section 3.1) and foreign parameters.
 */
export interface AuthorizationResponse {
  readonly code: string | null;
  readonly state: string | null;
  readonly iss: string | null;
  readonly error: string | null;
  readonly errorDescription: string | null;
  readonly repeated: ReadonlyArray<ResponseParameter>;
  readonly foreign: ReadonlyArray<ForeignParameter>;
}
