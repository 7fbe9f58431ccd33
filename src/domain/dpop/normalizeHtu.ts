import * as Option from "effect/Option";

const unreserved = /^[A-Za-z0-9\-._~]$/;

const normalizePercent = (path: string): string =>
  path.replace(/%(?![0-9a-fA-F]{2})/g, "%25").replace(/%([0-9a-fA-F]{2})/g, (encoded, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return unreserved.test(character) ? character : encoded.toUpperCase();
  });

/**
 * Normalizes an `htu`: scheme and host in lower case, no default port, dot segments resolved, unnecessary
 * percent-encoding decoded, query and fragment removed (RFC 9449 section 4.3, RFC 3986 section 6.2). Returns none for a
 * text that is not an http or https URL, or that contains user information.
 */
export const normalizeHtu = (text: string): Option.Option<string> => {
  if (!URL.canParse(text)) return Option.none();
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return Option.none();
  if (url.username !== "" || url.password !== "") return Option.none();
  return Option.some(url.origin + normalizePercent(url.pathname));
};
