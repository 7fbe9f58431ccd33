/** What an app is told of something that failed: a code for programs, a sentence for people, and what else helps. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly more: Readonly<Record<string, unknown>>;
}

export const problem = (code: string, message: string, more: Problem["more"] = {}): Problem => ({
  code,
  message,
  more
});
