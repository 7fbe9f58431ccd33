import * as Effect from "effect/Effect";
import { completeLexicons } from "../../domain/lexicon/completeLexicons.ts";
import { InvalidLexicons } from "../../domain/lexicon/InvalidLexicons.ts";
import { PublishedLexicons } from "../../domain/lexicon/PublishedLexicons.ts";
import { parseLexiconSet } from "../../domain/lexicon/parseLexiconSet.ts";
import type { GivenFile } from "../../domain/lexicon/UnreadableFile.ts";

/** The set that files make, completed from the published Lexicons; `InvalidLexicons` names every fault of them. */
export const readSet = Effect.fn("readSet")(function* (files: ReadonlyArray<GivenFile>) {
  const published = yield* (yield* PublishedLexicons).documents;
  return yield* Effect.mapError(
    parseLexiconSet(completeLexicons(files, published)),
    (faults) => new InvalidLexicons({ faults })
  );
});
