import * as Layer from "effect/Layer";
import type { AdminLoginRefused } from "../../../application/admin/AdminLoginRefused.ts";
import { SignInSentences } from "../../../application/admin/SignInSentences.ts";
import type { SetupTokenRefused } from "../../../application/admin/setupToken.ts";
import { type LoginProblem, loginSentences } from "../browser/loginProblems.ts";

/** Why a browser is not signed in to the settings. */
export type SignInProblem =
  | LoginProblem
  | AdminLoginRefused["reason"]
  | "token-unknown"
  | "token-used"
  | "token-expired"
  | "has-admin"
  | "not-from-here";

const another = "run tidemark setup-token with the DATA_DIR or DATABASE_URL of the service to get a new one.";

/** The sentence for every problem, by a short code; each says what to do. */
const sentences: Readonly<Record<SignInProblem, string>> = {
  ...loginSentences,
  "not-admin": "This account is not an admin here. Ask an admin to add it, or sign in with another account.",
  "set-up-over": `The set-up token is no longer valid: its hour is over, or another account became the first admin. Sign in with an admin's account; if there is no admin to ask, ${another}`,
  "token-unknown": `Unknown set-up token. Copy the whole token, starting with setup_, or ${another}`,
  "token-used": `This set-up token was already used, and each works once: ${another}`,
  "token-expired": `This set-up token is older than 24 hours: ${another}`,
  "has-admin": `There is already an admin, so this set-up token is not accepted. Sign in with an admin's account; if there is no admin to ask, ${another}`,
  "not-from-here": "This request came from another site, so nothing was done. Open the settings yourself and try again."
};

/** The sentence for a problem, as a user reads it. */
export const signInSentence = (problem: SignInProblem): string => sentences[problem];

const isProblem = (code: string): code is SignInProblem => Object.hasOwn(sentences, code);

const byToken: Readonly<Record<SetupTokenRefused["reason"], SignInProblem>> = {
  unknown: "token-unknown",
  used: "token-used",
  expired: "token-expired",
  "has-admin": "has-admin"
};

/** The problem of a set-up token that was refused. */
export const tokenProblem = ({ reason }: SetupTokenRefused): SignInProblem => byToken[reason];

/** `SignInSentences` from the table of the settings. */
export const layer: Layer.Layer<SignInSentences> = Layer.succeed(SignInSentences, {
  of: (code) => (isProblem(code) ? sentences[code] : null)
});
