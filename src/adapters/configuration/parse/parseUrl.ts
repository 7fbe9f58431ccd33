import * as Either from "effect/Either";

const withoutTrailingSlash = (url: URL): string => url.href.replace(/\/+$/, "");

/** What the WHATWG parser drops or mends without a word: what remains may be another address than was meant. */
const mended = /[\s\\]|\p{Cc}/u;

/** Reads a URL of one of these schemes without user information, query or fragment; gives it without a trailing slash. */
export const parseUrl =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): Either.Either<string, string> => {
    const url = URL.parse(text);
    if (url === null) return Either.left("is not a URL");
    if (mended.test(text)) return Either.left("must hold no spaces and no backslashes");
    if (!schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`)))
      return Either.left(`must begin with ${schemes.join(":// or ")}://`);
    if (url.username !== "" || url.password !== "") return Either.left("must hold no user name or password");
    if (/[?#]/.test(text)) return Either.left("must have no query and no fragment");
    return Either.right(withoutTrailingSlash(url));
  };

const loopback = ["127.0.0.1", "[::1]"];

const hostFault = (url: URL, production: boolean): string | null => {
  if (url.protocol === "http:" && production) return "must be https in production";
  if (url.protocol === "http:" && url.hostname === "localhost") {
    return "must name 127.0.0.1 instead of localhost, since AT Protocol servers do not send people back to localhost";
  }
  if (url.protocol === "http:" && !loopback.includes(url.hostname)) {
    return "must be https, or in development http with 127.0.0.1 or [::1]";
  }
  return url.protocol === "https:" && url.port !== "" && production
    ? "must have no port in production, since an AT Protocol client id has none"
    : null;
};

/** Reads the address of a server that the service asks: https, and in development http to this machine. */
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

/** Reads an https origin. */
export const parseHttpsOrigin = (text: string): Either.Either<string, string> =>
  Either.flatMap(parseUrl("https")(text), (href) => {
    const { origin, pathname } = new URL(href);
    return pathname === "/" ? Either.right(origin) : Either.left("must be an origin without a path");
  });

/** Reads the address of the service: an origin, https but in development (AT Protocol OAuth, Clients; RFC 8414 section 2). */
export const parseBaseUrl =
  (production: boolean) =>
  (text: string): Either.Either<string, string> =>
    Either.flatMap(parseUrl("https", "http")(text), (href) => {
      const url = new URL(href);
      if (url.pathname !== "/") return Either.left("must be an origin without a path");
      const fault = hostFault(url, production);
      return fault === null ? Either.right(url.origin) : Either.left(fault);
    });
