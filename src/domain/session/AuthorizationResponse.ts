/** The parameters of an authorization response that the service reads (RFC 6749 section 4.1.2, RFC 9207). */
export type ResponseParameter = "code" | "state" | "iss" | "error" | "error_description";

/** The parameters of other kinds of responses, which the service never requests. */
export type ForeignParameter = "token" | "id_token" | "response";

/**
 * The parameters that a PDS sent with the browser, decoded by the route. Each has its first value, or null if it was
 * not sent. A response with repeated (RFC 6749 section 3.1) or foreign parameters is invalid.
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
