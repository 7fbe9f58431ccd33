import { loginSentences } from "../identify/loginProblems.ts";
import type { SetupTokenRefused } from "./setupToken.ts";

const another = "tidemark setup-token, with the DATA_DIR or DATABASE_URL of the service, makes another one.";

/** Every reason why somebody is not signed in to the settings, by a short code, in words that say the way out. */
const sentences = {
  ...loginSentences,
  "not-admin": "This account is not an admin here. Ask one of the admins to add it, or sign in with another account.",
  "set-up-over": `The set-up token is not good any more: its hour is over, or somebody else became the first admin. Sign in with an account that is an admin; if there is none to ask, ${another}`,
  "token-unknown": `This is no set-up token of this service. Copy it whole, from setup_ on; ${another}`,
  "token-used": `This set-up token was used before, and each works once: ${another}`,
  "token-expired": `This set-up token is older than 24 hours: ${another}`,
  "has-admin": `There is an admin already, so this set-up token lets nobody in. Sign in with an account that is one; if there is none to ask, ${another}`,
  "not-from-here": "Another site sent this, so nothing was done. Open the settings yourself and do it there."
} as const;

/** Why somebody is not signed in. */
export type SignInProblem = keyof typeof sentences;

/** What a person reads of it. */
export const signInSentence = (problem: SignInProblem): string => sentences[problem];

const isProblem = (code: string): code is SignInProblem => Object.hasOwn(sentences, code);

/** A code that a page was sent with; null for anything else. */
export const readSignInProblem = (code: string | null): SignInProblem | null =>
  code !== null && isProblem(code) ? code : null;

/** The problem of a set-up token. */
export const tokenProblem = ({ reason }: SetupTokenRefused): SignInProblem =>
  reason === "has-admin" ? reason : `token-${reason}`;
