import type { AccountHint } from "../../../application/login/identity/accountHints.ts";
import type { LoginRefused } from "../../../application/login/identity/identityLogins.ts";

/** The sentence for each problem of a login at the service itself, by its code. Each says what to do. */
export const loginSentences = {
  "account-missing": "Enter the account to sign in with: its handle, such as alice.example.com, or its DID.",
  "unknown-account": "No account has this handle, or the account does not list it. Check the handle, or use the DID.",
  "account-no-domain":
    "This is only the first part of a handle. Add its domain, such as alice.bsky.social for alice, or use the DID.",
  "account-email": "This looks like an email address. Enter the handle, such as alice.example.com, or the DID.",
  "account-app": "This is the address of an app, not of an account. Enter the handle, such as alice.example.com.",
  unreachable: "The account or its server cannot be reached right now. Try again in a moment.",
  refused: "The account's server refused the sign-in, or returned a response that cannot be trusted.",
  denied: "The sign-in was declined at the account's server. Nothing was changed.",
  "other-account":
    "Signed in with a different account than requested, or at a server that does not host the account. Start again.",
  "other-browser": "The sign-in was started in another browser, or its cookie is missing. Start again in this browser.",
  expired: "The sign-in took too long, or was already used. Start again.",
  "signed-out": "You are no longer signed in. Sign in, then try again.",
  "not-a-form": "Send a form (application/x-www-form-urlencoded) to this address.",
  "too-large": "The form is larger than the service accepts.",
  incomplete: "The form did not arrive completely. Try again.",
  "too-many": "Too many sign-ins from this address. Try again in a minute.",
  contended: "Other requests changed the same data at the same time, and nothing was done. Try again in a moment.",
  unavailable: "The database cannot be reached right now. Try again in a moment."
} as const;

/** The reasons why a login at the service itself failed, for any purpose. */
export type LoginProblem = keyof typeof loginSentences;

const byReason: Readonly<Record<LoginRefused["reason"], LoginProblem>> = {
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
  "unknown-return": "expired"
};

/** Returns the problem for a refused login. */
export const loginProblem = ({ detail, reason }: Pick<LoginRefused, "reason" | "detail">): LoginProblem =>
  reason === "identity-unresolvable" && detail === "unreachable" ? "unreachable" : byReason[reason];

const byHint: Readonly<Record<AccountHint["reason"], LoginProblem>> = {
  empty: "account-missing",
  "no-domain": "account-no-domain",
  "email-address": "account-email",
  "web-client": "account-app",
  server: "unknown-account",
  "not-an-account": "unknown-account"
};

/** Returns the problem for a login with a typed account. `hint` describes what is wrong with the text. */
export const typedProblem = (
  refused: Pick<LoginRefused, "reason" | "detail">,
  hint: AccountHint | null
): LoginProblem =>
  hint !== null && refused.reason === "identity-unresolvable" ? byHint[hint.reason] : loginProblem(refused);
