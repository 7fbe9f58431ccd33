import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { documentUrlFault } from "./documentUrlFault.ts";

/** Whether a client id is a URL. The id of a registered client never begins like one. */
export const isUrlClientId = (clientId: string): boolean => /^https?:/i.test(clientId);

/** A client id that is a URL: of a metadata document, or a loopback URL that contains the metadata itself. */
export type UrlClientId =
  | { readonly _tag: "Document"; readonly url: string }
  | { readonly _tag: "Loopback"; readonly redirectUris: ReadonlyArray<string>; readonly scope: string };

type Read = Either.Either<UrlClientId, string>;

const loopbackRedirects = ["http://127.0.0.1/", "http://[::1]/"];
const loopbackIp = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/;

type Parameters = ReadonlyArray<readonly [name: string, value: string]>;

const formDecode = (text: string): string =>
  Option.getOrElse(Option.liftThrowable(decodeURIComponent)(text.replaceAll("+", " ")), () => text);

const readQuery = (query: string): Parameters =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [formDecode(name), formDecode(value.join("="))];
    });

const valuesOf = (parameters: Parameters, name: string): ReadonlyArray<string> =>
  parameters.flatMap(([key, value]) => (key === name ? [value] : []));

/** A loopback id contains redirect URIs and scope (AT Protocol OAuth, "Localhost Client Development"). */
const readLoopback = (clientId: string): Read => {
  const query = /^http:\/\/localhost\/?(?:\?([^#]*))?$/.exec(clientId);
  if (query === null) return Either.left("must be http://localhost without port or path, for an app in development.");
  const parameters = readQuery(query[1] ?? "");
  if (parameters.some(([name]) => name !== "redirect_uri" && name !== "scope")) {
    return Either.left("must have no parameters other than redirect_uri and scope.");
  }
  const [scope = "atproto", ...otherScopes] = valuesOf(parameters, "scope");
  if (otherScopes.length > 0) return Either.left("must have at most one scope parameter.");
  const redirectUris = valuesOf(parameters, "redirect_uri");
  if (!redirectUris.every((uri) => loopbackIp.test(uri))) {
    return Either.left("must have redirect URIs at http://127.0.0.1 or http://[::1] only.");
  }
  return Either.right({
    _tag: "Loopback",
    redirectUris: redirectUris.length === 0 ? loopbackRedirects : redirectUris,
    scope
  });
};

const isIpAddress = (hostname: string): boolean => hostname.startsWith("[") || /^[\d.]+$/.test(hostname);

const readDocument = (clientId: string): Read => {
  const fault = documentUrlFault(clientId);
  if (fault !== null) return Either.left(fault);
  const { hostname, pathname, protocol } = new URL(clientId);
  if (pathname === "/") {
    return Either.left("must have a path, such as https://app.example.com/oauth-client-metadata.json.");
  }
  const named = protocol === "http:" || (!isIpAddress(hostname) && hostname.includes("."));
  return named ? Either.right({ _tag: "Document", url: clientId }) : Either.left("must be at a public domain name.");
};

/**
 * Reads a client id that is a URL (draft-ietf-oauth-client-id-metadata-document section 3, AT Protocol OAuth
 * "Clients"). Fails with the predicate of a sentence about it. Loopback URLs are accepted in development only.
 */
export const readUrlClientId = (clientId: string, development: boolean): Read => {
  if (!development && !clientId.startsWith("https:")) return Either.left("must use https.");
  return clientId.startsWith("http://localhost") ? readLoopback(clientId) : readDocument(clientId);
};
