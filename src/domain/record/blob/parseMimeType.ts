import * as Option from "effect/Option";

/** `type/subtype` (RFC 6838 section 4.2). Parameters are dropped, since blobs and scopes have none. */
const pattern = /^\s*([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})\s*(?:;[\x20-\x7e\t]*)?$/i;

/** Returns the media type of a blob in lower case without parameters, or none if the text is not a single type. */
export const parseMimeType = (text: string): Option.Option<string> =>
  Option.fromNullable(pattern.exec(text)?.[1]?.toLowerCase());
