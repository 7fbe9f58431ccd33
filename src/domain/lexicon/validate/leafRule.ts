import type { LexBlob, LexString } from "@atproto/lexicon";
import { jsonToLex, Lexicons } from "@atproto/lexicon";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";
import { formatRule } from "./formatRule.ts";
import type { LeafSchema } from "./LeafSchema.ts";
import { surelyValid } from "./surelyValid.ts";

/** Returns the reasons that a value violates its schema. */
export type LeafRule = (value: Json) => ReadonlyArray<string>;

const holder = "value.holder.document";

/** Rewords messages of the library for people. Its string limits count bytes, as the Lexicon does. */
const plainMessages: ReadonlyArray<readonly [libraryMessage: RegExp, meant: string]> = [
  [/^must not be (longer|shorter) than (\d+) characters$/, "must not be $1 than $2 bytes in UTF-8"],
  [/^must be a byte array$/, "must be base64"],
  [/^should be a blob ref$/, "must be a blob, as uploadBlob gives it"]
];

const toPlainMessage = (libraryMessage: string): string =>
  plainMessages.reduce((text, [pattern, meant]) => text.replace(pattern, meant), libraryMessage);

/** The library validates members of objects, so the schema becomes the only member of an object. */
const byLibrary = (schema: LeafSchema): LeafRule => {
  const main = { type: "object" as const, required: ["value"], properties: { value: schema } };
  const lexicons = new Lexicons([{ lexicon: 1, id: holder, defs: { main } }]);
  const isSurelyValid = surelyValid(schema);
  return (value) => {
    if (isSurelyValid?.(value)) return [];
    try {
      const outcome = lexicons.validate(holder, { value: jsonToLex(value) });
      return outcome.success ? [] : [toPlainMessage(outcome.error.message.replace(/^Object\/value /, ""))];
    } catch {
      return ["is malformed"];
    }
  };
};

const accepts = (pattern: string, mimeType: string): boolean =>
  pattern === "*/*" || pattern === mimeType || (pattern.endsWith("/*") && mimeType.startsWith(pattern.slice(0, -1)));

const typeOfBlob = ({ accept }: LexBlob, mimeType: Json | undefined): ReadonlyArray<string> => {
  if (typeof mimeType !== "string" || mimeType === "") return ["must have a mimeType, such as image/png"];
  if (accept === undefined || accept.some((pattern) => accepts(pattern, mimeType))) return [];
  return [`must be of type ${accept.join(" or ")}, and is ${mimeType}`];
};

/** A PDS does not check that it has a blob if the declared size is one that no blob can have. */
const sizeOfBlob = ({ maxSize }: LexBlob, size: Json | undefined): ReadonlyArray<string> => {
  if (typeof size !== "number" || size < 1) return [`must have a size of at least 1 byte, and has ${size ?? "none"}`];
  return maxSize === undefined || size <= maxSize ? [] : [`must have at most ${maxSize} bytes, and has ${size}`];
};

const blobRule =
  (schema: LexBlob, library: LeafRule): LeafRule =>
  (value) => {
    if (!isJsonObject(value)) return library(value);
    const reasons = [...typeOfBlob(schema, value.mimeType), ...sizeOfBlob(schema, value.size)];
    return reasons.length > 0 ? reasons : library(value);
  };

const isPlainObject = (value: Json): boolean =>
  isJsonObject(value) && !("$bytes" in value) && !("$link" in value) && value.$type !== "blob";

/** A string whose format is checked here; the library checks its length and values. */
const stringRule = (schema: LexString): LeafRule => {
  const rule = formatRule(schema.format);
  if (rule === undefined) return byLibrary(schema);
  const { format: _, ...rest } = schema;
  const library = byLibrary(rest);
  return (value) =>
    typeof value !== "string" || rule.keeps(value) ? library(value) : [...library(value), rule.reason];
};

/** Returns the rule for one schema: the library's, and the limits that it omits (AT Protocol, Lexicon). */
export const leafRule = (schema: LeafSchema): LeafRule => {
  if (schema.type === "string") return stringRule(schema);
  const library = byLibrary(schema);
  if (schema.type === "blob") return blobRule(schema, library);
  if (schema.type === "unknown") return (value) => (isPlainObject(value) ? library(value) : ["must be an object"]);
  return library;
};
