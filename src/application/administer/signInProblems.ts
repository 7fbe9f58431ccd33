import type { AdminLoginRefused } from "./AdminLoginRefused.ts";
import type { SetupTokenRefused } from "./setupToken.ts";

const another = "tidemark setup-token, on the machine of the service, makes another one.";

/** Every reason why somebody is not signed in to the settings, by a short code, in words that say the way out. */
const sentences = {
  "account-missing": "Name the account to sign in with: its handle, such as alice.example.com, or its DID.",
  "unknown-account": "No account has this name, or it does not name it back. Check the handle, or use the DID.",
  unreachable: "The account, or the server that it lives on, cannot be reached right now. Try again in a moment.",
  refused: "The server of the account refused the sign-in, or gave an answer that cannot be trusted.",
  denied: "The sign-in was declined at the server of the account. Nothing was changed.",
  "other-account":
    "Another account was signed in than was named, or its server is not the one that it lives on. Begin again.",
  "other-browser": "The sign-in was begun in another browser, or its cookie is gone. Begin again in this one.",
  expired: "This sign-in took too long, or was used before. Begin again.",
  "not-admin": "This account is not an admin here. Ask one of the admins to add it, or sign in with another account.",
  "set-up-over": `The set-up token is not good any more: its hour is over, or somebody else became the first admin. Sign in with an account that is an admin; if there is none to ask, ${another}`,
  "token-unknown": `This is no set-up token of this service. Copy it whole, from setup_ on; ${another}`,
  "token-used": `This set-up token was used before, and each works once: ${another}`,
  "token-expired": `This set-up token is older than 24 hours: ${another}`,
  "signed-out": "You are not signed in any more. Sign in, then do it again.",
  "has-admin": `There is an admin already, so this set-up token lets nobody in. Sign in with an account that is one; if there is none to ask, ${another}`,
  "not-from-here": "Another site sent this, so nothing was done. Open the settings yourself and do it there.",
  "not-a-form": "This address takes forms (application/x-www-form-urlencoded) only.",
  "too-large": "This form holds more than the service takes.",
  incomplete: "The form did not arrive as a whole. Please try again.",
  "too-many": "Too many sign-ins come from this address. Try again in a minute.",
  unavailable: "The database does not answer. Please try again in a moment."
} as const;

/** Why somebody is not signed in. */
export type SignInProblem = keyof typeof sentences;

/** What a person reads of it. */
export const signInSentence = (problem: SignInProblem): string => sentences[problem];

const isProblem = (code: string): code is SignInProblem => Object.hasOwn(sentences, code);

/** A code that a page was sent with; null for anything else. */
export const readSignInProblem = (code: string | null): SignInProblem | null =>
  code !== null && isProblem(code) ? code : null;

const byReason: Readonly<Record<AdminLoginRefused["reason"], SignInProblem>> = {
  "access-denied": "denied",
  "browser-mismatch": "other-browser",
  "identity-unresolvable": "unknown-account",
  "issuer-mismatch": "other-account",
  "subject-mismatch": "other-account",
  "scope-too-small": "denied",
  "upstream-refused": "refused",
  "upstream-unavailable": "unreachable",
  "request-used": "expired",
  "client-changed": "expired",
  expired: "expired",
  "not-admin": "not-admin",
  "set-up-over": "set-up-over",
  "unknown-return": "expired"
};

/** The problem of somebody who wants to administer. */
export const loginProblem = ({ detail, reason }: Pick<AdminLoginRefused, "reason" | "detail">): SignInProblem =>
  reason === "identity-unresolvable" && detail === "unreachable" ? "unreachable" : byReason[reason];

/** The problem of a set-up token. */
export const tokenProblem = ({ reason }: SetupTokenRefused): SignInProblem =>
  reason === "has-admin" ? reason : `token-${reason}`;
