import canonicalize from "canonicalize";

/** Returns a value as canonical JSON (RFC 8785), the same text for equal values; an empty text for `undefined`. */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? "";
