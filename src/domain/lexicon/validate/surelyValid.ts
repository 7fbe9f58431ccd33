import type { LexInteger, LexString } from "@atproto/lexicon";
import { isAtUriString, isValidDid, isValidTid } from "@atproto/syntax";
import type { Json } from "../../json/Json.ts";
import type { LeafSchema } from "./LeafSchema.ts";

/** Returns true only for values that are valid. It costs a small part of the validation that says what is wrong. */
type QuickCheck = (value: Json) => boolean;

/** The formats that are common in records, as the library checks them. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "at-uri": isAtUriString,
  did: isValidDid,
  tid: isValidTid
};

/** The maximum number of bytes in UTF-8 that one UTF-16 code unit becomes. */
const bytesPerUnit = 3;

/** A text has no more graphemes than UTF-16 code units. */
const quickString = (schema: LexString): QuickCheck | null => {
  const { const: only, enum: all, format, maxGraphemes, maxLength, minGraphemes, minLength } = schema;
  const isPlain = only === undefined && all === undefined && minGraphemes === undefined && minLength === undefined;
  const hasFormat = format === undefined ? () => true : formats[format];
  if (!isPlain || hasFormat === undefined) return null;
  const maxUnits = Math.min(
    maxGraphemes ?? Number.POSITIVE_INFINITY,
    Math.floor((maxLength ?? Number.POSITIVE_INFINITY) / bytesPerUnit)
  );
  return (value) => typeof value === "string" && value.length <= maxUnits && hasFormat(value);
};

const quickInteger = ({ const: only, enum: all, maximum, minimum }: LexInteger): QuickCheck | null => {
  if (only !== undefined || all !== undefined) return null;
  const [least, most] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY];
  return (value) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
};

/** Returns a check that recognizes most valid values of a schema; null if there is none for it. */
export const surelyValid = (schema: LeafSchema): QuickCheck | null => {
  if (schema.type === "string") return quickString(schema);
  if (schema.type === "integer") return quickInteger(schema);
  return schema.type === "boolean" && schema.const === undefined ? (value) => typeof value === "boolean" : null;
};
