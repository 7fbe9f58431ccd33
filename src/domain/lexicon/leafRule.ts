import type { LexBlob, LexObject, LexString } from "@atproto/lexicon";
import { jsonToLex, Lexicons } from "@atproto/lexicon";
import type { Json } from "../record/Json.ts";
import { formatRule } from "./formatRule.ts";
import { isJsonObject } from "./isJsonObject.ts";

/** A schema whose values have no members with schemas of their own. */
export type LeafSchema = Exclude<LexObject["properties"][string], { type: "ref" | "union" | "array" }>;

/** The reason a value does not keep to its schema, or null. */
export type LeafRule = (value: Json) => string | null;

const holder = "value.holder.document";

/** The library checks members of objects, so the schema becomes the one member of an object. */
const byLibrary = (schema: LeafSchema): LeafRule => {
  const main = { type: "object" as const, required: ["value"], properties: { value: schema } };
  const lexicons = new Lexicons([{ lexicon: 1, id: holder, defs: { main } }]);
  return (value) => {
    try {
      const outcome = lexicons.validate(holder, { value: jsonToLex(value) });
      return outcome.success ? null : outcome.error.message.replace(/^Object\/value /, "");
    } catch {
      return "is malformed";
    }
  };
};

const accepts = (pattern: string, mimeType: string): boolean =>
  pattern === "*/*" || pattern === mimeType || (pattern.endsWith("/*") && mimeType.startsWith(pattern.slice(0, -1)));

const blobLimits = (schema: LexBlob, value: Json): string | null => {
  if (!isJsonObject(value)) return null;
  const { mimeType, size } = value;
  if (schema.accept !== undefined && typeof mimeType === "string") {
    const allowed = schema.accept.some((pattern) => accepts(pattern, mimeType));
    if (!allowed) return `must be of type ${schema.accept.join(" or ")}, and is ${mimeType}`;
  }
  if (schema.maxSize === undefined || typeof size !== "number" || size <= schema.maxSize) return null;
  return `must have at most ${schema.maxSize} bytes, and has ${size}`;
};

const isPlainObject = (value: Json): boolean =>
  isJsonObject(value) && !("$bytes" in value) && !("$link" in value) && value.$type !== "blob";

/** A string of a format that is checked here: the library sees to the rest, its lengths and values. */
const stringRule = (schema: LexString): LeafRule => {
  const rule = formatRule(schema.format);
  if (rule === undefined) return byLibrary(schema);
  const { format: _, ...rest } = schema;
  const library = byLibrary(rest);
  return (value) => library(value) ?? (typeof value === "string" && !rule.keeps(value) ? rule.reason : null);
};

/** The rule for one schema: the library's, and the limits it leaves out (AT Protocol, Lexicon). */
export const leafRule = (schema: LeafSchema): LeafRule => {
  if (schema.type === "string") return stringRule(schema);
  const library = byLibrary(schema);
  if (schema.type === "blob") return (value) => library(value) ?? blobLimits(schema, value);
  if (schema.type === "unknown") return (value) => (isPlainObject(value) ? library(value) : "must be an object");
  return library;
};
