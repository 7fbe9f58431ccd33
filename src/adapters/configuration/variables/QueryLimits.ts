import { parseInteger } from "../parse/parseText.ts";
import { type Variable, withDefault } from "./Variable.ts";

/** The configurable limits of one GraphQL operation. */
export interface QueryLimits {
  /** The depth of nested fields. */
  readonly depth: number;
  /** The number of aliased fields in one selection. */
  readonly aliases: number;
  /** The number of records, estimated before any is read. */
  readonly cost: number;
  readonly documentBytes: number;
  /** The maximum size of a response and of the data that is read for it, in bytes. */
  readonly answerBytes: number;
  /** How long the database may take. */
  readonly seconds: number;
}

const limit = (name: string, fallback: number, min: number, max: number): Variable<number> => ({
  name,
  example: String(fallback),
  parse: withDefault(fallback, parseInteger(min, max))
});

/** The variables of the limits, with their defaults. */
export const queryLimits: { readonly [Member in keyof QueryLimits]: Variable<number> } = {
  depth: limit("QUERY_DEPTH_LIMIT", 15, 2, 50),
  aliases: limit("QUERY_ALIAS_LIMIT", 30, 0, 1_000),
  cost: limit("QUERY_COST_LIMIT", 10_000, 1, 1_000_000),
  documentBytes: limit("QUERY_DOCUMENT_BYTES", 100_000, 100, 1_000_000),
  answerBytes: limit("QUERY_ANSWER_BYTES", 16_000_000, 1_000, 128_000_000),
  seconds: limit("QUERY_TIMEOUT_SECONDS", 5, 1, 60)
};
