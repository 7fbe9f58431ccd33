import * as Effect from "effect/Effect";
import { explainRecord } from "../../../application/sync/explain/explainRecord.ts";
import { explanationText } from "../../../application/sync/explain/explanationText.ts";
import { type RecordUriRefused, readRecordUri } from "../../../application/sync/explain/readRecordUri.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { Run } from "../command/Command.ts";
import { badUsage, unavailable } from "../command/CommandFailed.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { uri } from "./syncParameters.ts";

const refused = (error: RecordUriRefused) =>
  error.reason === "unreachable" ? unavailable(error.message) : badUsage(error.message);

const explained = Effect.fnUntraced(function* (typed: string) {
  const address = yield* readRecordUri(typed);
  // A command has not prepared the index for the collections in use, as the service has.
  const { current } = yield* LexiconCatalog;
  const { define } = yield* RecordIndex;
  yield* define(yield* current);
  const { code, remedy, sentence } = explanationText(yield* explainRecord(address));
  return {
    text: [`${code}: ${sentence}`, ...(remedy === null ? [] : [remedy])].join("\n"),
    json: { uri: address, reason: code, message: sentence, remedy }
  } satisfies Report;
});

const report = (typed: string) =>
  explained(typed).pipe(
    Effect.provide(catalog),
    Effect.mapError((error) => (error._tag === "RecordUriRefused" ? refused(error) : explainFailure(error)))
  );

export const explain: Run = (given) => presentWithSync(given, report(given(uri)));
