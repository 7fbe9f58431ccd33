import * as Redacted from "effect/Redacted";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { ownCookie } from "./ownCookie.ts";

/** A session for a browser. `maxAge` is in milliseconds. */
export interface GivenSession {
  readonly session: Redacted.Redacted<string>;
  readonly maxAge: number;
}

/** Defines a session cookie by its name and the pattern of its values. */
export const sessionCookies = (kind: string, secret: RegExp) => {
  const cookie = ownCookie(kind, secret);
  return {
    /** Returns the session that a browser sends; null when it sends none, or several. */
    presented: (request: HttpRequest, publicUrl: string): Redacted.Redacted<string> | null => {
      const value = cookie.presented(request, publicUrl);
      return value === null ? null : Redacted.make(value);
    },
    /** Sets the cookie for the lifetime of the session. */
    given: (publicUrl: string, { maxAge, session }: GivenSession): string =>
      cookie.set(publicUrl, Redacted.value(session), maxAge),
    /** Removes the cookie. */
    ended: (publicUrl: string): string => cookie.set(publicUrl, "", 0)
  };
};
