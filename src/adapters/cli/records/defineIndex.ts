import * as Effect from "effect/Effect";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";

/** Prepares the index for the collections in use, which a service does when it starts, and a command has not. */
export const defineIndex = Effect.gen(function* () {
  const { current } = yield* LexiconCatalog;
  const { define } = yield* RecordIndex;
  yield* define(yield* current);
});
