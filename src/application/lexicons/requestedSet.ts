import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import { completeLexicons } from "../../domain/lexicon/import/completeLexicons.ts";
import { type LexiconFilesRequest, requestedFiles } from "../../domain/lexicon/import/LexiconRequest.ts";
import { PublishedLexicons } from "../../domain/lexicon/import/PublishedLexicons.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { InvalidLexicons } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { parseLexiconSet } from "../../domain/lexicon/parse/parseLexiconSet.ts";

/**
 * Returns the set that a request results in, completed from the published Lexicons; `InvalidLexicons` names every
 * fault.
 */
export const requestedSet = traced("requestedSet")(function* (current: LexiconSet, request: LexiconFilesRequest) {
  const files = yield* requestedFiles(current, request);
  const published = yield* (yield* PublishedLexicons).documents;
  return yield* Effect.mapError(
    parseLexiconSet(completeLexicons(files, published)),
    (faults) => new InvalidLexicons({ faults })
  );
});
