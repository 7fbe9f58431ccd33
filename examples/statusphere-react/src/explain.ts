import type { Reason, TidemarkError } from "tidemark-sdk";

const notHere =
  "This login was not begun here, or is finished already, so nothing was done. If a link brought you, somebody may want to log you in as somebody else. Log in yourself below.";

const words: Partial<Record<Reason, string>> = {
  login_expired: "Your login has ended, as logins do after a while. Log in again to go on.",
  login_missing: notHere,
  state_mismatch: notHere,
  storage_unavailable:
    "This browser keeps nothing for this page (a private window, or blocked site data), so nobody can log in. Reading works all the same.",
  insecure_context: "This page has to be served by https, or from 127.0.0.1, for anybody to log in.",
  unreachable: "The service cannot be reached. Check your connection and try again.",
  unavailable: "The service has too much to do right now. Try again in a moment."
};

/** Why a login ended, where that is worth more words than that they do. */
const ends: Readonly<Record<string, string>> = {
  "revoked-by-admin": "An administrator of the service ended your login. Log in again to go on.",
  "revoked-by-user": "You ended this login yourself, here or in another app. Log in again to go on.",
  "client-deleted": "The service does not know this app any more, so nobody can log in to it.",
  "account-moved": "Your account has moved to another server. Log in again to go on.",
  "refresh-token-reused": "Somebody else may have had your login, so it was ended. Log in again to go on."
};

/** What somebody reads who has never heard of OAuth. */
export const explain = (error: TidemarkError): string =>
  error.code === "access_denied"
    ? "You did not let this app use your account, so you are not logged in. Nothing was changed."
    : (ends[error.endReason ?? ""] ?? words[error.reason] ?? error.message);
