const words = {
  login_expired: "Your login has ended. Log in again to continue.",
  login_missing:
    "This login was not started here, or was already completed, so nothing was done. If you followed a link, someone may be trying to log you in to their account. Log in yourself below.",
  storage_unavailable:
    "This browser stores nothing for this page (a private window, or blocked site data), so you cannot log in. You can still read.",
  insecure_context: "You cannot log in, because this page is not served over https or from 127.0.0.1.",
  unreachable: "The service cannot be reached. Check your connection and try again.",
  unavailable: "The service is busy or unavailable. Try again in a moment."
};
words.state_mismatch = words.login_missing;

/** Messages for logins that ended for a reason worth explaining. */
const ends = {
  "revoked-by-admin": "An admin of the service ended your login. Log in again to continue.",
  "revoked-by-user": "You ended this login yourself, here or elsewhere. Log in again to continue.",
  "client-deleted": "This app is no longer registered at the service, so nobody can log in to it.",
  "account-moved": "Your account has moved to another server. Log in again to continue.",
  "refresh-token-reused":
    "Your login was ended for security, because someone else may have used it. Log in again to continue."
};

/** Returns a message for users who have never heard of OAuth. */
export const explain = (error) => {
  if (error.code === "access_denied")
    return "You did not allow this app to use your account, so you are not logged in. Nothing was changed.";
  return ends[error.endReason] ?? words[error.reason] ?? error.message;
};
