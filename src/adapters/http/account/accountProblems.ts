import { loginSentences } from "../browser/loginProblems.ts";

/** Every reason why somebody does not see, or end, their sign-ins, by a short code, in words that say the way out. */
const sentences = {
  ...loginSentences,
  "account-missing": "Enter your handle, such as alice.example.com.",
  "not-going-on": "This sign-in is not going on any more, or is not yours. Nothing was changed.",
  "not-from-here": "Another site sent this, so nothing was done. Open this page yourself and do it there."
} as const;

export type AccountProblem = keyof typeof sentences;

/** What a person reads of it. */
export const accountSentence = (problem: AccountProblem): string => sentences[problem];

const isProblem = (code: string): code is AccountProblem => Object.hasOwn(sentences, code);

/** A code that the page was opened with; null for anything else. */
export const readAccountProblem = (code: string | null): AccountProblem | null =>
  code !== null && isProblem(code) ? code : null;

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
