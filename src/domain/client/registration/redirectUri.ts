import * as Option from "effect/Option";

/** Why a redirect URI cannot be registered, as a code. */
export type RedirectUriFault =
  | "not-absolute"
  | "has-fragment"
  | "has-userinfo"
  | "http-beyond-loopback"
  | "scheme-not-allowed"
  | "malformed";

const loopbackHosts: ReadonlyArray<string> = ["127.0.0.1", "[::1]", "localhost"];
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[^/]/;

const isLoopback = (url: URL): boolean => url.protocol === "http:" && loopbackHosts.includes(url.hostname);

/**
 * Returns what is wrong with a redirect URI, or none. Valid are https anywhere, http on a loopback host, and a
 * private-use scheme in reverse-domain form for native apps, without fragment and userinfo (RFC 8252 sections 7 and 8,
 * RFC 9700 section 2.1).
 */
export const redirectUriFault = (text: string): Option.Option<RedirectUriFault> => {
  // A lone surrogate is not a character and would be replaced by another in transit.
  if (!text.isWellFormed()) return Option.some("malformed");
  if (text.trim() !== text || /[\\\s\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)) return Option.some("malformed");
  if (!URL.canParse(text)) return Option.some(text.includes(":") ? "malformed" : "not-absolute");
  const url = new URL(text);
  // Without its slashes it parses, but a browser follows it as a path of this service.
  if (/^https?:(?!\/\/[^/])/i.test(text)) return Option.some("malformed");
  if (text.includes("#")) return Option.some("has-fragment");
  if (/^[^/?]*:\/\/[^/?]*@/.test(text)) return Option.some("has-userinfo");
  if (url.protocol === "https:") return Option.none();
  if (url.protocol === "http:") return isLoopback(url) ? Option.none() : Option.some("http-beyond-loopback");
  return privateScheme.test(text) ? Option.none() : Option.some("scheme-not-allowed");
};

const withoutPort = (text: string): string =>
  text.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/, "$1");

/**
 * Whether a requested redirect URI matches a registered one: equal as a string, or, for http on a loopback host, equal
 * except for the port, which native apps choose at startup (RFC 8252 section 7.3, RFC 9700 section 2.1).
 */
export const redirectUriMatches = (registered: string, requested: string): boolean => {
  if (registered === requested) return true;
  if (!URL.canParse(registered) || !URL.canParse(requested)) return false;
  return (
    isLoopback(new URL(registered)) &&
    isLoopback(new URL(requested)) &&
    withoutPort(registered) === withoutPort(requested)
  );
};
