import type { ClientLifetimes } from "../../client/ClientLifetimes.ts";

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** How long things of an authorization live, in milliseconds; those of tokens and the authorization unless its client has its own. */
export const lifetimes = {
  /** From the authorization request to the return from the PDS. */
  login: 10 * minute,
  /** From the push of a request to the login that is begun with it. */
  pushedRequest: 4 * minute,
  /** A PKCE challenge is pushed once within this time (AT Protocol OAuth, Authorization Requests). */
  codeChallenge: 24 * 60 * minute,
  code: 60 * second,
  /**
   * After an exchange, for the repeat of a reply that was lost on the way. Not shorter than an equal return gets the
   * same code: an app that exchanges it again must not end its own sign-in.
   */
  codeRepeat: 30 * second,
  accessToken: 15 * minute,
  /** Counted anew with every refresh. */
  refreshToken: 30 * day,
  /** After a rotation, for the repeat of a reply that was lost on the way. */
  refreshRepeat: 30 * second,
  /** After a login, for a browser that sends its return from the PDS once more. */
  returnRepeat: 30 * second,
  authorization: 365 * day
} as const;

/** How long what a client gets is good, in milliseconds. */
export interface GrantLifetimes {
  readonly accessToken: number;
  readonly refreshToken: number;
  readonly authorization: number;
}

/** The lifetimes of a client: its own, and those of all clients for the rest. */
export const lifetimesOf = (own: ClientLifetimes | null): GrantLifetimes => {
  const or = (seconds: number | null | undefined, usual: number) =>
    seconds === null || seconds === undefined ? usual : seconds * second;
  return {
    accessToken: or(own?.accessToken, lifetimes.accessToken),
    refreshToken: or(own?.refreshToken, lifetimes.refreshToken),
    authorization: or(own?.authorization, lifetimes.authorization)
  };
};

/**
 * When tokens that are given out at `now` end, in Unix milliseconds: never later than their authorization, which is over
 * when its refresh token is.
 */
export const tokenExpiries = (requestedAt: number, now: number, of: GrantLifetimes) => {
  const refreshExpiresAt = Math.min(now + of.refreshToken, requestedAt + of.authorization);
  return { accessExpiresAt: Math.min(now + of.accessToken, refreshExpiresAt), refreshExpiresAt };
};

/** Failed redemptions after which a code is void. */
export const codeAttempts = 5;
