import type { Json } from "../../../../domain/json/Json.ts";
import { foldCase } from "../../../../domain/record/query/foldCase.ts";
import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import { type Scalar, scalarValue, stringValue } from "../../../../domain/record/value/scalarValue.ts";
import { toStoredText } from "../sql/storedText.ts";

/**
 * A stored form of a scalar property: `s` a string, `f` its case-folded form if that differs, `n` an integer, `b` a boolean,
 * `t` an instant in microseconds, `d` the text that the instant was written as, `l` the CID of a link, `y` bytes as base64.
 */
export type Facet = "s" | "f" | "n" | "b" | "t" | "d" | "l" | "y";

/** The SQL type of each facet. */
export const facetType: Readonly<Record<Facet, string>> = {
  s: "text",
  f: "text",
  d: "text",
  n: "bigint",
  t: "bigint",
  b: "boolean",
  l: "text",
  y: "text"
};

/** Returns the collation of a facet: text is ordered by its bytes, whatever the collation of the database is. */
export const facetCollation = (facet: Facet): string => (facetType[facet] === "text" ? ` collate "C"` : "");

/** The facets of each type. The first is the one that is compared. */
export const facets: Readonly<Record<OperandType, readonly [Facet, ...ReadonlyArray<Facet>]>> = {
  string: ["s", "f"],
  instant: ["t", "d"],
  integer: ["n"],
  boolean: ["b"],
  link: ["l"],
  bytes: ["y"]
};

/** Returns the facets of a value in their order; null where the value is of another type or has no such facet. */
export const facetValues = (operand: OperandType, stored: Json | undefined): ReadonlyArray<Scalar | null> => {
  if (operand === "string") return textFacets(stringValue(stored));
  const value = scalarValue(stored, operand);
  if (operand !== "instant") return [typeof value === "string" ? toStoredText(value) : value];
  return [value, value !== null && typeof stored === "string" ? stored : null];
};

const textFacets = (text: string | null): ReadonlyArray<string | null> => {
  if (text === null) return [null, null];
  const folded = foldCase(text);
  return [toStoredText(text), folded === text ? null : toStoredText(folded)];
};
