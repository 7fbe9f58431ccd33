const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** How long things of an authorization live, in milliseconds. */
export const lifetimes = {
  /** From the authorization request to the return from the PDS. */
  login: 10 * minute,
  /** From the push of a request to the login that is begun with it. */
  pushedRequest: 4 * minute,
  /** A PKCE challenge is pushed once within this time (AT Protocol OAuth, Authorization Requests). */
  codeChallenge: 24 * 60 * minute,
  code: 60 * second,
  accessToken: 15 * minute,
  /** Counted anew with every refresh. */
  refreshToken: 30 * day,
  /** After a rotation, for the repeat of a reply that was lost on the way. */
  refreshRepeat: 30 * second,
  authorization: 365 * day
} as const;

/** Failed redemptions after which a code is void. */
export const codeAttempts = 5;
