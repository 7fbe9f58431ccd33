import * as Either from "effect/Either";
import { parseInteger } from "../parse/parseText.ts";
import { type Variable, withDefault } from "./Variable.ts";

/** Requests per minute and process to the endpoints that can be used for guessing or are expensive; null for no limit. */
export interface RateLimitSettings {
  readonly perAddress: number | null;
  readonly perClient: number | null;
  readonly failures: number | null;
}

const parseRate = (text: string): Either.Either<number | null, string> =>
  text === "off"
    ? Either.right(null)
    : Either.mapLeft(parseInteger(1, 10_000_000)(text), (reason) => `${reason} per minute, or off`);

const rate = (name: string, fallback: number): Variable<number | null> => ({
  name,
  example: String(fallback),
  parse: withDefault<number | null>(fallback, parseRate)
});

/** The variables of the rate limits, with their defaults. */
export const rateLimits: { readonly [Member in keyof RateLimitSettings]: Variable<number | null> } = {
  perAddress: rate("RATE_LIMIT_PER_ADDRESS", 6_000),
  perClient: rate("RATE_LIMIT_PER_CLIENT", 30_000),
  failures: rate("RATE_LIMIT_FAILURES", 30)
};
