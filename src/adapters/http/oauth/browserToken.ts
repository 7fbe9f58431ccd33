import * as Effect from "effect/Effect";
import { lifetimes } from "../../../domain/authorization/lifetimes.ts";
import { randomText, type SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith("https:");

const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? "__Host-tidemark-login" : "tidemark-login");

const token = /^[A-Za-z0-9_-]{43}$/;

/** The token that ties a login to the browser it was begun in; null when the browser has none. */
export const presentedBrowserToken = (request: HttpRequest, publicUrl: string): string | null => {
  const prefix = `${cookieName(publicUrl)}=`;
  const cookies = (request.header("cookie") ?? "").split(/; */).filter((cookie) => cookie.startsWith(prefix));
  const value = cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined;
  return value !== undefined && token.test(value) ? value : null;
};

/** The browser's token, or a new one. One browser keeps one, so that logins in two windows do not disturb each other. */
export const browserToken = (request: HttpRequest, publicUrl: string): Effect.Effect<string, never, SecureRandom> => {
  const presented = presentedBrowserToken(request, publicUrl);
  return presented === null ? randomText(32) : Effect.succeed(presented);
};

/** The cookie that carries the token, for as long as a login may take (RFC 6265bis, `__Host-` where there is https). */
export const browserCookie = (value: string, publicUrl: string): string => {
  const attributes = [`Max-Age=${lifetimes.login / 1000}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  return [`${cookieName(publicUrl)}=${value}`, ...attributes, ...(isHttps(publicUrl) ? ["Secure"] : [])].join("; ");
};
