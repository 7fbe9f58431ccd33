import type { AccountHint } from "./accountHints.ts";
import type { LoginRefused } from "./LoginRefused.ts";

/** Every reason why somebody could not show who they are, by a short code, in words that say the way out. */
export const loginSentences = {
  "account-missing": "Name the account to sign in with: its handle, such as alice.example.com, or its DID.",
  "unknown-account": "No account has this name, or it does not name it back. Check the handle, or use the DID.",
  "account-no-domain":
    "This is only the first part of a handle. Add its domain, such as alice.bsky.social for alice, or use the DID.",
  "account-email": "This looks like an email address. Enter the handle, such as alice.example.com, or the DID.",
  "account-app": "This is the address of an app, and names no account. Enter the handle, such as alice.example.com.",
  unreachable: "The account, or the server that it lives on, cannot be reached right now. Try again in a moment.",
  refused: "The server of the account refused the sign-in, or gave an answer that cannot be trusted.",
  denied: "The sign-in was declined at the server of the account. Nothing was changed.",
  "other-account":
    "Another account was signed in than was named, or its server is not the one that it lives on. Begin again.",
  "other-browser": "The sign-in was begun in another browser, or its cookie is gone. Begin again in this one.",
  expired: "This sign-in took too long, or was used before. Begin again.",
  "signed-out": "You are not signed in any more. Sign in, then do it again.",
  "not-a-form": "This address takes forms (application/x-www-form-urlencoded) only.",
  "too-large": "This form holds more than the service takes.",
  incomplete: "The form did not arrive as a whole. Please try again.",
  "too-many": "Too many sign-ins come from this address. Try again in a minute.",
  contended: "Other requests changed the same data at the same time, and nothing was done. Try again in a moment.",
  unavailable: "The database does not answer. Please try again in a moment."
} as const;

/** Why somebody is not signed in, whatever for. */
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

/** The problem of somebody who wanted to show who they are. */
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

/** The same for somebody who typed an account; `hint` is what is wrong with the text itself. */
export const typedProblem = (
  refused: Pick<LoginRefused, "reason" | "detail">,
  hint: AccountHint | null
): LoginProblem =>
  hint !== null && refused.reason === "identity-unresolvable" ? byHint[hint.reason] : loginProblem(refused);
