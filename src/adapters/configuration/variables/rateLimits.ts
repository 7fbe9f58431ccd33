import * as Either from "effect/Either";
import { parseInteger } from "../parse/parseText.ts";
import { type Variable, withDefault } from "./Variable.ts";

/** How many requests a minute one process answers at the endpoints that guess or cost; null for any number. */
export interface RateLimitSettings {
  readonly perAddress: number | null;
  readonly perClient: number | null;
  readonly failures: number | null;
}

const parseRate = (text: string): Either.Either<number | null, string> =>
  text === "off"
    ? Either.right(null)
    : Either.mapLeft(parseInteger(1, 10_000_000)(text), (reason) => `${reason} for each minute, or off`);

const rate = (name: string, usual: number): Variable<number | null> => ({
  name,
  example: String(usual),
  parse: withDefault<number | null>(usual, parseRate)
});

/** The variables of the limits, with what holds unless they are set. */
export const rateLimits: { readonly [Member in keyof RateLimitSettings]: Variable<number | null> } = {
  perAddress: rate("RATE_LIMIT_PER_ADDRESS", 6_000),
  perClient: rate("RATE_LIMIT_PER_CLIENT", 30_000),
  failures: rate("RATE_LIMIT_FAILURES", 30)
};
