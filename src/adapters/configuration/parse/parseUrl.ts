import * as Either from "effect/Either";

const withoutTrailingSlash = (url: URL): string => url.href.replace(/\/+$/, "");

/** Characters that the WHATWG parser silently removes or corrects, so that the URL may differ from the intended one. */
const corrected = /[\s\\]|\p{Cc}/u;

/** Parses a URL of one of these schemes without user information, query or fragment; returns it without a trailing slash. */
export const parseUrl =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): Either.Either<string, string> => {
    const url = URL.parse(text);
    if (url === null) return Either.left("must be a URL");
    if (corrected.test(text)) return Either.left("must not contain spaces or backslashes");
    if (!schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`)))
      return Either.left(`must begin with ${schemes.join(":// or ")}://`);
    if (url.username !== "" || url.password !== "") return Either.left("must not contain a user name or password");
    if (/[?#]/.test(text)) return Either.left("must not have a query or a fragment");
    return Either.right(withoutTrailingSlash(url));
  };

const loopback = ["127.0.0.1", "[::1]"];

const hostFault = (url: URL, production: boolean): string | null => {
  if (url.protocol === "http:" && production) return "must be https in production";
  if (url.protocol === "http:" && url.hostname === "localhost") {
    return "must use 127.0.0.1 instead of localhost, because AT Protocol servers do not redirect to localhost";
  }
  if (url.protocol === "http:" && !loopback.includes(url.hostname)) {
    return "must be https, or in development http with 127.0.0.1 or [::1]";
  }
  return url.protocol === "https:" && url.port !== "" && production
    ? "must not have a port in production, because an AT Protocol client id has none"
    : null;
};

/** Parses the URL of a server that the service calls: https, or in development http on this machine. */
export const parseServerUrl =
  (production: boolean) =>
  (text: string): Either.Either<string, string> =>
    Either.flatMap(parseUrl("https", "http")(text), (href) => {
      const { hostname, protocol } = new URL(href);
      if (protocol === "https:") return Either.right(href);
      if (production) return Either.left("must be https in production");
      return [...loopback, "localhost"].includes(hostname)
        ? Either.right(href)
        : Either.left("must be https, or in development http with 127.0.0.1, [::1] or localhost");
    });

/** Parses an https origin. */
export const parseHttpsOrigin = (text: string): Either.Either<string, string> =>
  Either.flatMap(parseUrl("https")(text), (href) => {
    const { origin, pathname } = new URL(href);
    return pathname === "/" ? Either.right(origin) : Either.left("must be an origin without a path");
  });

/** Parses the public URL of the service: an https origin, or http in development (AT Protocol OAuth, Clients; RFC 8414 section 2). */
export const parseBaseUrl =
  (production: boolean) =>
  (text: string): Either.Either<string, string> =>
    Either.flatMap(parseUrl("https", "http")(text), (href) => {
      const url = new URL(href);
      if (url.pathname !== "/") return Either.left("must be an origin without a path");
      const fault = hostFault(url, production);
      return fault === null ? Either.right(url.origin) : Either.left(fault);
    });
