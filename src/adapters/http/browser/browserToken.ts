import * as Effect from "effect/Effect";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { randomText, type SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { ownCookie } from "./ownCookie.ts";

const cookie = ownCookie("tidemark-login", /^[A-Za-z0-9_-]{43}$/);

/** Returns the token that binds a login to the browser in which it started, or null. */
export const presentedBrowserToken = cookie.presented;

/** Returns the token of the browser, or a new one. A browser has one token, so that logins in two windows do not interfere. */
export const browserToken = (request: HttpRequest, publicUrl: string): Effect.Effect<string, never, SecureRandom> => {
  const presented = presentedBrowserToken(request, publicUrl);
  return presented === null ? randomText(32) : Effect.succeed(presented);
};

/** Returns the cookie with the token, valid for the maximum duration of a login. */
export const browserCookie = (value: string, publicUrl: string): string =>
  cookie.set(publicUrl, value, lifetimes.login);
