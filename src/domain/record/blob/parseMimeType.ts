import * as Option from "effect/Option";

/** `type/subtype` (RFC 6838 section 4.2), and parameters that are left out: blobs and scopes know none. */
const pattern = /^\s*([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})\s*(?:;[\x20-\x7e\t]*)?$/i;

/** Reads the media type of a blob: its type and subtype in lower case; none when it is no single type. */
export const parseMimeType = (text: string): Option.Option<string> =>
  Option.fromNullable(pattern.exec(text)?.[1]?.toLowerCase());
