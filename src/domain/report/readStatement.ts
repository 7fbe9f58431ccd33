import * as Either from "effect/Either";
import { ReportRefused } from "./ReportRefused.ts";
import { maxStatementGraphemes, maxStatementLength } from "./reportLimits.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const isTooLong = (text: string): boolean => {
  if (text.length <= maxStatementGraphemes) return false;
  if (text.length > maxStatementLength) return true;
  let count = 0;
  for (const _ of graphemes.segment(text)) {
    count += 1;
    if (count > maxStatementGraphemes) return true;
  }
  return false;
};

/** A character that a JSON column of the database cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for.
const unstorable = /[\u0000\p{Surrogate}]/u;

/** Reads what a reporter wrote, without white space around it; null for nothing. */
export const readStatement = (text: string | null): Either.Either<string | null, ReportRefused> => {
  const statement = text?.trim() ?? "";
  if (isTooLong(statement)) return Either.left(new ReportRefused({ reason: "statement-too-long" }));
  if (unstorable.test(statement)) return Either.left(new ReportRefused({ reason: "statement-unstorable" }));
  return Either.right(statement === "" ? null : statement);
};
