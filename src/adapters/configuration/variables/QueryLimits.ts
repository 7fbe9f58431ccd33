import { parseInteger } from "../parse/parseText.ts";
import { type Variable, withDefault } from "./Variable.ts";

/** What one GraphQL operation may ask for at most, as far as the operator decides it. */
export interface QueryLimits {
  /** Fields within fields. */
  readonly depth: number;
  /** Aliased fields in one selection. */
  readonly aliases: number;
  /** Records, as they are estimated before anything is read. */
  readonly cost: number;
  readonly documentBytes: number;
  /** Bytes of an answer, and of what is read for it. */
  readonly answerBytes: number;
  /** How long the database may take. */
  readonly seconds: number;
}

const limit = (name: string, usual: number, least: number, most: number): Variable<number> => ({
  name,
  example: String(usual),
  parse: withDefault(usual, parseInteger(least, most))
});

/** The variables of the limits, with what holds unless they are set. */
export const queryLimits: { readonly [Member in keyof QueryLimits]: Variable<number> } = {
  depth: limit("QUERY_DEPTH_LIMIT", 15, 2, 50),
  aliases: limit("QUERY_ALIAS_LIMIT", 30, 0, 1_000),
  cost: limit("QUERY_COST_LIMIT", 10_000, 1, 1_000_000),
  documentBytes: limit("QUERY_DOCUMENT_BYTES", 100_000, 100, 1_000_000),
  answerBytes: limit("QUERY_ANSWER_BYTES", 16_000_000, 1_000, 128_000_000),
  seconds: limit("QUERY_TIMEOUT_SECONDS", 5, 1, 60)
};
