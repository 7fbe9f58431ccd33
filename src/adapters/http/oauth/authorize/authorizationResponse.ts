/** The parameters of a redirect to the app. Null members are omitted. */
type ResponseMembers = Readonly<
  | Record<"code" | "state" | "iss", string | null>
  | Record<"error" | "error_description" | "state" | "iss", string | null>
>;

const separator = (uri: string): string => {
  const mark = uri.indexOf("?");
  if (mark === -1) return "?";
  const query = uri.slice(mark + 1);
  return query === "" || query.endsWith("&") ? "" : "&";
};

/** The input of the app may be quoted, but some proxies reject a long location. */
const longestDescription = 300;

/** Characters that RFC 6749 section 4.1.2.1 allows in a description: printable ASCII without quotation mark and backslash. */
export const plainDescription = (text: string): string =>
  text.slice(0, longestDescription).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");

/** Returns the URL for a response to the app: its redirect URI with the parameters added to the query (RFC 6749 section 4.1.2, RFC 9207). */
export const authorizationResponse = (redirectUri: string, members: ResponseMembers): string => {
  const added = Object.entries(members).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`]
  );
  return `${redirectUri}${separator(redirectUri)}${added.join("&")}`;
};
