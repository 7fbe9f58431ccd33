import * as Effect from "effect/Effect";
import { indexedAgainText, indexRecordAgain } from "../../../application/records/browse/indexRecordAgain.ts";
import { explanationText } from "../../../application/sync/explain/explanationText.ts";
import { readRecordUri } from "../../../application/sync/explain/readRecordUri.ts";
import type { Run } from "../command/Command.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { defineIndex } from "./defineIndex.ts";
import { recordFailure } from "./recordFailure.ts";
import { uri as named } from "./recordParameters.ts";

const indexed = Effect.fnUntraced(function* (typed: string) {
  yield* defineIndex;
  const uri = yield* readRecordUri(typed);
  const found = yield* indexRecordAgain(uri);
  const { code, sentence } = explanationText(found);
  const message = indexedAgainText(found, sentence);
  const isIndexed = found._tag === "FetchedNow";
  return {
    text: message,
    json: { uri, reason: isIndexed ? "indexed" : code, message },
    isFailure: !isIndexed && found._tag !== "NotAtPds"
  } satisfies Report;
});

export const index: Run = (given) =>
  presentWithSync(given, Effect.mapError(Effect.provide(indexed(given(named)), catalog), recordFailure));
