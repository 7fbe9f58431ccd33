/** What a server answered. */
export interface ParsedResponse {
  readonly status: number;
  /** The JSON object that it sent; empty when it sent none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it does not accept the credentials (`WWW-Authenticate`). */
  readonly isChallenged: boolean;
  /** The OAuth error, of the body or of the challenge. */
  readonly error: string | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;
}
