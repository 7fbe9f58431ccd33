import * as Redacted from "effect/Redacted";
import type { HttpRequest } from "./HttpRequest.ts";

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith("https:");

/** A session that a browser is given. `maxAge` in milliseconds. */
export interface GivenSession {
  readonly session: Redacted.Redacted<string>;
  readonly maxAge: number;
}

/** A cookie that carries a session: its name, and what its value looks like. */
export const sessionCookies = (kind: string, secret: RegExp) => {
  const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${kind}` : kind);
  const cookie = (publicUrl: string, value: string, milliseconds: number): string => {
    const attributes = [`Max-Age=${Math.floor(milliseconds / 1000)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
    return [`${cookieName(publicUrl)}=${value}`, ...attributes, ...(isHttps(publicUrl) ? ["Secure"] : [])].join("; ");
  };
  return {
    /** The session that a browser presents; null when it has none, or more than one. */
    presented: (request: HttpRequest, publicUrl: string): Redacted.Redacted<string> | null => {
      const prefix = `${cookieName(publicUrl)}=`;
      const cookies = (request.header("cookie") ?? "").split(/; */).filter((each) => each.startsWith(prefix));
      const value = cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined;
      return value !== undefined && secret.test(value) ? Redacted.make(value) : null;
    },
    /** Signs a browser in, for as long as the session lasts (RFC 6265bis, `__Host-` where there is https). */
    given: (publicUrl: string, { maxAge, session }: GivenSession): string =>
      cookie(publicUrl, Redacted.value(session), maxAge),
    /** Makes a browser forget its session. */
    ended: (publicUrl: string): string => cookie(publicUrl, "", 0)
  };
};
