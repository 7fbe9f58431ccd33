import * as Layer from "effect/Layer";
import type { AdminLoginRefused } from "../../../application/admin/adminLogins.ts";
import { SignInSentences } from "../../../application/admin/SignInSentences.ts";
import type { SetupTokenRefused } from "../../../application/admin/setupToken.ts";
import { type LoginProblem, loginSentences } from "../browser/loginProblems.ts";

/** The reason why a browser is not signed in to the settings. */
export type SignInProblem =
  | LoginProblem
  | AdminLoginRefused["reason"]
  | "token-unknown"
  | "token-used"
  | "token-expired"
  | "has-admin"
  | "not-from-here";

const getAnother = "To get a new one, run tidemark setup-token with the DATA_DIR or DATABASE_URL of the service.";
const noAdmin =
  "If no admin can sign in, run tidemark setup-token with the DATA_DIR or DATABASE_URL of the service to get a new token.";

/** The sentence for each problem, by its code. Each says what to do. */
const sentences: Readonly<Record<SignInProblem, string>> = {
  ...loginSentences,
  "not-admin": "This account is not an admin here. Ask an admin to add it, or sign in with another account.",
  "set-up-over": `The setup token is no longer valid: it was used more than an hour ago, or another account became the first admin. Sign in with an admin's account. ${noAdmin}`,
  "token-unknown": `Unknown setup token. Copy the whole token, starting with setup_. ${getAnother}`,
  "token-used": `This setup token has already been used. Each token works once. ${getAnother}`,
  "token-expired": `This setup token has expired: it was created more than 24 hours ago. ${getAnother}`,
  "has-admin": `This setup token is not accepted, because there is already an admin. Sign in with an admin's account. ${noAdmin}`,
  "not-from-here": "The request came from another site, so nothing was done. Open the settings yourself and try again."
};

/** Returns the sentence for a problem, for the user. */
export const signInSentence = (problem: SignInProblem): string => sentences[problem];

const isProblem = (code: string): code is SignInProblem => Object.hasOwn(sentences, code);

const byToken: Readonly<Record<SetupTokenRefused["reason"], SignInProblem>> = {
  unknown: "token-unknown",
  used: "token-used",
  expired: "token-expired",
  "has-admin": "has-admin"
};

/** Returns the problem for a refused setup token. */
export const tokenProblem = ({ reason }: SetupTokenRefused): SignInProblem => byToken[reason];

/** Provides `SignInSentences` from the table above. */
export const layer: Layer.Layer<SignInSentences> = Layer.succeed(SignInSentences, {
  of: (code) => (isProblem(code) ? sentences[code] : null)
});
