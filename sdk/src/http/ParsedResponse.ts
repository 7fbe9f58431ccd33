/** A response of the server. */
export interface ParsedResponse {
  readonly status: number;
  /** The JSON object in the body; empty if there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the server refused the credentials (`WWW-Authenticate`). */
  readonly isChallenged: boolean;
  /** The OAuth error in the body or in the challenge. */
  readonly error: string | undefined;
  /** The delay before another attempt, in seconds. */
  readonly retryAfter: number | undefined;
}
