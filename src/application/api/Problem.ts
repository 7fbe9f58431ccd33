/**
 * A failure as the API reports it to an app: a code for programs, a sentence for people, and further data. The adapters
 * define the codes and the sentences.
 */
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
