import * as Either from "effect/Either";
import type { Scalar } from "../../src/domain/record/value/scalarValue.ts";
import type { Needle } from "../../src/domain/search/parseSearch.ts";
import { parseSearch } from "../../src/domain/search/parseSearch.ts";
import { decodeSearchCursor } from "../../src/domain/search/SearchCursor.ts";

/** The needles of a search. */
export const needlesOf = (search: string): ReadonlyArray<Needle> => Either.getOrThrow(parseSearch(search));

/** The position of the last cursor in a response to a search: rank, time of indexing, URI. */
export const cursorOfSearch = (search: string, response: string): ReadonlyArray<Scalar> => {
  const cursor = Array.from(response.matchAll(/"cursor":"([^"]*)"/g), ([, text]) => text).at(-1) ?? "";
  const { uri, values } = Either.getOrThrow(decodeSearchCursor(needlesOf(search), cursor));
  return [...values.map((value) => value ?? 0), uri];
};
