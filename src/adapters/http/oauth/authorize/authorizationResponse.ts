/** What a redirect to the app carries; a member that is null is left out. */
export type ResponseMembers = Readonly<
  | Record<"code" | "state" | "iss", string | null>
  | Record<"error" | "error_description" | "state" | "iss", string | null>
>;

const separator = (uri: string): string => {
  const mark = uri.indexOf("?");
  if (mark === -1) return "?";
  const query = uri.slice(mark + 1);
  return query === "" || query.endsWith("&") ? "" : "&";
};

/** What the app sent may be quoted, but a location that is too long does not pass through every proxy. */
const longestDescription = 300;

/** Only what RFC 6749 section 4.1.2.1 allows in a description: printable ASCII without quotation mark and backslash. */
export const plainDescription = (text: string): string =>
  text.slice(0, longestDescription).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");

/** The address that brings an answer to the app: its redirect URI with the members added to its query (RFC 6749 section 4.1.2, RFC 9207). */
export const authorizationResponse = (redirectUri: string, members: ResponseMembers): string => {
  const added = Object.entries(members).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`]
  );
  return `${redirectUri}${separator(redirectUri)}${added.join("&")}`;
};
