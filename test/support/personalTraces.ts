import { createHash } from "node:crypto";

const hashed = (text: string, encoding: "hex" | "base64" | "base64url"): string =>
  createHash("sha256").update(text).digest(encoding);

/** The forms in which a text could be stored: as it is, encoded, and as a hash without a key. */
export const formsOf = (text: string): ReadonlyArray<string> => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString("hex"),
  Buffer.from(text).toString("base64").replace(/.=*$/, ""),
  Buffer.from(text).toString("base64url").slice(0, -1),
  hashed(text, "hex"),
  hashed(text, "base64"),
  hashed(text, "base64url")
];

/** Returns the forms of personal values that a text contains. */
export const personalTraces = (text: string, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap(formsOf).filter((form) => text.includes(form));
