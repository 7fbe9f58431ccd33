import * as Either from "effect/Either";
import {
  type InvalidSearch,
  maxSearchLength,
  maxSearchWords,
  type Needle,
  parseSearch
} from "../../../../domain/search/parseSearch.ts";
import type { Outcome } from "../Compilation.ts";

const reasons: Readonly<Record<InvalidSearch, string>> = {
  "no-words": "has no words. Search for at least one letter, digit or emoji",
  "too-long": `has more than ${maxSearchLength} characters. Search for fewer words`,
  "too-many-words": `has more than ${maxSearchWords} words. Search for fewer words`
};

/** Reads the text of a search. */
export const searchNeedles = (text: unknown): Outcome<ReadonlyArray<Needle>> =>
  Either.match(parseSearch(typeof text === "string" ? text : ""), {
    onLeft: (reason): Outcome<ReadonlyArray<Needle>> => ({ refused: reasons[reason] }),
    onRight: (value) => ({ value })
  });
