import type { ClientLifetimes } from "../../client/ClientLifetimes.ts";

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Default lifetimes in milliseconds. A client can have its own lifetimes for tokens and the authorization. */
export const lifetimes = {
  /** From the authorization request to the callback from the PDS. */
  login: 10 * minute,
  /** From the pushed request to the login that uses it. */
  pushedRequest: 4 * minute,
  /** The time in which a PKCE challenge can be pushed only once (AT Protocol OAuth, Authorization Requests). */
  codeChallenge: 24 * 60 * minute,
  code: 60 * second,
  /**
   * How long the reply to a code exchange is cached, in case it was lost. Not shorter than the time in which an equal
   * callback gets the same code: an app that exchanges that code again must not end its own session.
   */
  codeRepeat: 30 * second,
  accessToken: 15 * minute,
  /** Restarts with every refresh. */
  refreshToken: 30 * day,
  /** How long the reply to a refresh is cached, in case it was lost. */
  refreshRepeat: 30 * second,
  /** How long the reply to a callback is cached, in case the browser sends it again. */
  returnRepeat: 30 * second,
  authorization: 365 * day
} as const;

/** The lifetimes of the tokens and authorizations of a client, in milliseconds. */
export interface GrantLifetimes {
  readonly accessToken: number;
  readonly refreshToken: number;
  readonly authorization: number;
}

/** Returns the lifetimes of a client: its own where set, otherwise the defaults. */
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
 * Returns when tokens issued at `now` expire, in Unix milliseconds: never later than their authorization, which ends
 * with its refresh token.
 */
export const tokenExpiries = (requestedAt: number, now: number, of: GrantLifetimes) => {
  const refreshExpiresAt = Math.min(now + of.refreshToken, requestedAt + of.authorization);
  return { accessExpiresAt: Math.min(now + of.accessToken, refreshExpiresAt), refreshExpiresAt };
};

/** The number of failed redemptions that invalidates a code. */
export const codeAttempts = 5;
