import * as Redacted from "effect/Redacted";
import type { HttpRequest } from "../server/HttpRequest.ts";

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith("https:");

const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? "__Host-tidemark-admin" : "tidemark-admin");

const session = /^admin_[A-Za-z0-9_-]{43}$/;

/** The admin session that a browser presents; null when it has none, or more than one. */
export const presentedSession = (request: HttpRequest, publicUrl: string): Redacted.Redacted<string> | null => {
  const prefix = `${cookieName(publicUrl)}=`;
  const cookies = (request.header("cookie") ?? "").split(/; */).filter((cookie) => cookie.startsWith(prefix));
  const value = cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined;
  return value !== undefined && session.test(value) ? Redacted.make(value) : null;
};

const cookie = (publicUrl: string, value: string, milliseconds: number): string => {
  const attributes = [`Max-Age=${Math.floor(milliseconds / 1000)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  return [`${cookieName(publicUrl)}=${value}`, ...attributes, ...(isHttps(publicUrl) ? ["Secure"] : [])].join("; ");
};

/** The cookie that signs a browser in, for as long as its session lasts (RFC 6265bis, `__Host-` where there is https). */
export const sessionCookie = (
  publicUrl: string,
  signedIn: { readonly session: Redacted.Redacted<string>; readonly maxAge: number }
): string => cookie(publicUrl, Redacted.value(signedIn.session), signedIn.maxAge);

/** The cookie that makes a browser forget its session. */
export const endedCookie = (publicUrl: string): string => cookie(publicUrl, "", 0);
