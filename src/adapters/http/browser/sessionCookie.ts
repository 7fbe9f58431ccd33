import * as Redacted from "effect/Redacted";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { ownCookie } from "./ownCookie.ts";

/** A session that a browser is given. `maxAge` in milliseconds. */
export interface GivenSession {
  readonly session: Redacted.Redacted<string>;
  readonly maxAge: number;
}

/** A cookie that carries a session: its name, and what its value looks like. */
export const sessionCookies = (kind: string, secret: RegExp) => {
  const cookie = ownCookie(kind, secret);
  return {
    /** The session that a browser presents; null when it presents none, or more than one. */
    presented: (request: HttpRequest, publicUrl: string): Redacted.Redacted<string> | null => {
      const value = cookie.presented(request, publicUrl);
      return value === null ? null : Redacted.make(value);
    },
    /** Signs a browser in, for as long as the session lasts. */
    given: (publicUrl: string, { maxAge, session }: GivenSession): string =>
      cookie.set(publicUrl, Redacted.value(session), maxAge),
    /** Makes a browser forget its session. */
    ended: (publicUrl: string): string => cookie.set(publicUrl, "", 0)
  };
};
