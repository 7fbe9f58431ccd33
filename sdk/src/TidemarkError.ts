/** Why something failed, for programs. The message of the error says the same to a developer, with the way out. */
export type Reason =
  /** `createClient` was given something it cannot work with. */
  | "configuration"
  /** The page is not served by https (or from localhost), so that the browser offers no cryptography. */
  | "insecure_context"
  /** The browser keeps nothing for this page: private mode, blocked storage, or no room. */
  | "storage_unavailable"
  /** No answer came: offline, no such server, or the request was blocked. */
  | "unreachable"
  /** The server cannot answer right now (5xx), or there were too many requests; see `retryAfter`. */
  | "unavailable"
  /** What answered is not what an instance answers. */
  | "bad_answer"
  /** The page was opened with an answer to another login than the one that was begun: possibly a forgery. */
  | "state_mismatch"
  /** The page was opened with an answer to a login that this tab did not begin. */
  | "login_missing"
  /** The person, their PDS or the server declined the login; `code` is the OAuth error. */
  | "login_refused"
  /** The server does not accept the client or its request; `code` is the OAuth error. */
  | "client_refused"
  /** Nobody is logged in. */
  | "not_logged_in"
  /** The login is over: revoked, expired, or ended at the PDS. */
  | "login_expired"
  /** The answer to a GraphQL request has `errors`; `code` is the code of the first. */
  | "graphql"
  /** Something that should not fail: an argument of another type, or a browser older than documented; see `cause`. */
  | "unexpected";

/** An entry of the `errors` of a GraphQL answer. */
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
  readonly cause?: unknown;
}

/** Everything that this package throws, but for what `signal.abort()` gives. */
export class TidemarkError extends Error {
  readonly reason: Reason;
  /** The error code of the server: of OAuth, or of the first GraphQL error. */
  readonly code: string | undefined;
  /** The errors of a GraphQL answer. */
  readonly errors: ReadonlyArray<GraphqlError>;
  /** What a GraphQL answer held in spite of its errors. */
  readonly data: unknown;
  /** After how many seconds another attempt makes sense. */
  readonly retryAfter: number | undefined;
  /** Why a login is over, such as `revoked-by-admin`, where the server says it. The message has it in a sentence. */
  readonly endReason: string | undefined;

  constructor(reason: Reason, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "TidemarkError";
    this.reason = reason;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.data = details.data;
    this.retryAfter = details.retryAfter;
    this.endReason = details.endReason;
  }
}
