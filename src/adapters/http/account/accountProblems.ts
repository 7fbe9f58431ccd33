import { loginSentences } from "../browser/loginProblems.ts";

/** The sentence for each reason why a user cannot view or end sign-ins, by its code. Each says what to do. */
const sentences = {
  ...loginSentences,
  "account-missing": "Enter your handle, such as alice.example.com.",
  "not-going-on": "This sign-in has already ended or does not belong to you. Nothing was changed.",
  "not-from-here": "The request came from another site, so nothing was done. Open this page yourself and try again."
} as const;

export type AccountProblem = keyof typeof sentences;

/** Returns the sentence for a problem, for the user. */
export const accountSentence = (problem: AccountProblem): string => sentences[problem];

const isProblem = (code: string): code is AccountProblem => Object.hasOwn(sentences, code);

/** Reads the code of a problem from the query string; null if there is none, or an unknown one. */
export const readAccountProblem = (code: string | null): AccountProblem | null =>
  code !== null && isProblem(code) ? code : null;

/** The HTTP status for each problem. */
export const accountStatus: Readonly<Record<AccountProblem, number>> = {
  "account-missing": 400,
  "account-no-domain": 404,
  "account-email": 404,
  "account-app": 404,
  "unknown-account": 404,
  unreachable: 503,
  refused: 502,
  denied: 403,
  "other-account": 403,
  "other-browser": 403,
  expired: 400,
  "signed-out": 403,
  "not-going-on": 404,
  "not-from-here": 403,
  "not-a-form": 415,
  "too-large": 413,
  incomplete: 400,
  "too-many": 429,
  contended: 503,
  unavailable: 503
};
