import * as Effect from "effect/Effect";
import { retryDeadLetters } from "../../../application/sync/deadLetters/retryDeadLetters.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { DeadLetterFilter } from "../../../domain/sync/DeadLetters.ts";
import type { Given, Run } from "../command/Command.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { readLetterFilter } from "./letterFilter.ts";

const retried = Effect.fnUntraced(function* (filter: DeadLetterFilter) {
  // A command has not prepared the index for the collections in use, as the service has.
  const { current } = yield* LexiconCatalog;
  const { define } = yield* RecordIndex;
  yield* define(yield* current);
  return yield* retryDeadLetters(filter);
});

const report = Effect.fnUntraced(function* (given: Given) {
  const filter = yield* readLetterFilter(given);
  const { gone, indexed, tried } = yield* Effect.mapError(Effect.provide(retried(filter), catalog), explainFailure);
  return {
    text: `Tried ${tried} ${tried === 1 ? "dead letter" : "dead letters"} again: ${indexed} indexed, ${gone} no longer exist, ${tried - indexed - gone} stay.`,
    json: { tried, indexed, gone }
  } satisfies Report;
});

export const retryLetters: Run = (given) => presentWithSync(given, report(given));
