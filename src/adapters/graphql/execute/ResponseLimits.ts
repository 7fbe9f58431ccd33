/** How long an answer may take, and how large it may be. */
export interface ResponseLimits {
  readonly seconds: number;
  readonly answerBytes: number;
}
