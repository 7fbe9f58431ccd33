/** The reason for a failure, as a code. The message of the error explains it to a developer and says what to do. */
export type Reason =
  /** An option of `createClient`, or an argument, is invalid. */
  | "configuration"
  /** The page is not served over HTTPS (or from localhost), so the browser provides no cryptography. */
  | "insecure_context"
  /** The browser stores nothing for this page: a private window, blocked storage, or a full disk. */
  | "storage_unavailable"
  /** There was no response: offline, no such server, or the request was blocked. */
  | "unreachable"
  /** The server is temporarily unavailable (5xx), or there were too many requests; see `retryAfter`. */
  | "unavailable"
  /** The response is not that of a Tidemark instance. */
  | "bad_answer"
  /** The page was opened with the response to a different login than the one that was started: possibly a forgery. */
  | "state_mismatch"
  /** The page was opened with the response to a login that was not started in this tab. */
  | "login_missing"
  /** The user, their PDS or the server declined the login; `code` is the OAuth error. */
  | "login_refused"
  /** The server does not accept the client or its request; `code` is the OAuth error. */
  | "client_refused"
  /** No user is logged in. */
  | "not_logged_in"
  /** The login has ended: it was revoked, expired, or ended at the PDS. */
  | "login_expired"
  /** The response to a GraphQL request has `errors`; `code` is the code of the first. */
  | "graphql"
  /** An unexpected error: an argument of the wrong type, or a browser older than documented; see `cause`. */
  | "unexpected";

/** An entry of the `errors` of a GraphQL response. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: ReadonlyArray<string | number>;
  readonly extensions?: { readonly [name: string]: unknown; readonly code?: string };
}

export interface ErrorDetails {
  readonly code?: string | undefined;
  readonly errors?: ReadonlyArray<GraphqlError>;
  readonly data?: unknown;
  readonly retryAfter?: number | undefined;
  readonly endReason?: string | undefined;
  readonly endMessage?: string | undefined;
  readonly cause?: unknown;
}

/** The error that this package throws. The only exception is the reason of an aborted `signal`. */
export class TidemarkError extends Error {
  declare readonly reason: Reason;
  /** The error code of the server: the OAuth error, or the code of the first GraphQL error. */
  declare readonly code: string | undefined;
  /** The errors of a GraphQL response. */
  declare readonly errors: ReadonlyArray<GraphqlError>;
  /** The data of a GraphQL response that also has errors. */
  declare readonly data: unknown;
  /** The number of seconds to wait before another attempt. */
  declare readonly retryAfter: number | undefined;
  /** Why a login ended, such as `revoked-by-admin`, if the server provides it. */
  declare readonly endReason: string | undefined;
  /** The same as a sentence for the user, in English. */
  declare readonly endMessage: string | undefined;

  constructor(reason: Reason, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name: "TidemarkError", reason, errors: [], ...details });
  }
}
