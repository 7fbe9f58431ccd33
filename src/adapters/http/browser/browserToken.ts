import * as Effect from "effect/Effect";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { randomText, type SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { ownCookie } from "./ownCookie.ts";

const cookie = ownCookie("tidemark-login", /^[A-Za-z0-9_-]{43}$/);

/** The token that binds a login to the browser in which it began; null when the browser has none. */
export const presentedBrowserToken = cookie.presented;

/** The browser's token, or a new one. A browser has one token, so that logins in two windows do not disturb each other. */
export const browserToken = (request: HttpRequest, publicUrl: string): Effect.Effect<string, never, SecureRandom> => {
  const presented = presentedBrowserToken(request, publicUrl);
  return presented === null ? randomText(32) : Effect.succeed(presented);
};

/** The cookie that carries the token, for as long as a login may take. */
export const browserCookie = (value: string, publicUrl: string): string =>
  cookie.set(publicUrl, value, lifetimes.login);
