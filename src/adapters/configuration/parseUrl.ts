import * as Either from "effect/Either";

const withoutTrailingSlash = (url: URL): string => url.href.replace(/\/+$/, "");

/** Reads a URL of one of these schemes without user information, query or fragment; gives it without a trailing slash. */
export const parseUrl =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): Either.Either<string, string> => {
    const url = URL.parse(text);
    if (url === null) return Either.left("is not a URL");
    if (!schemes.includes(url.protocol.slice(0, -1)))
      return Either.left(`must begin with ${schemes.join(":// or ")}://`);
    if (url.username !== "" || url.password !== "") return Either.left("must hold no user name or password");
    if (url.search !== "" || url.hash !== "") return Either.left("must have no query and no fragment");
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
