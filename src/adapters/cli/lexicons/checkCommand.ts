import * as Effect from "effect/Effect";
import { compareSets, type LexiconComparison } from "../../../application/lexicons/compareLexicons.ts";
import { requestedSet } from "../../../application/lexicons/requestedSet.ts";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import type { Given, Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { warningOf } from "./changeLexiconsBy.ts";
import { changeJson, changeLines } from "./describeChanges.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";
import { add } from "./lexiconParameters.ts";
import { readFiles } from "./readFiles.ts";

const describe = (comparison: LexiconComparison, isAdded: boolean): Report => {
  const warning = warningOf(comparison);
  const change = isAdded ? "Adding them" : "An import";
  return {
    text: [
      comparison.unchanged ? "Valid, and already active." : `Valid. ${change} would change:`,
      ...changeLines(comparison),
      ...(warning === null ? [] : [`${warning} It requires --yes.`]),
      ...noticeLines(comparison)
    ].join("\n"),
    json: {
      digest: comparison.digest,
      isInForce: comparison.unchanged,
      ...changeJson(comparison),
      ...noticeJson(comparison)
    }
  };
};

const report = (given: Given) =>
  Effect.gen(function* () {
    const files = yield* readFiles(given);
    const current = yield* Effect.mapError(storedLexicons(), explainFailure);
    const request = { _tag: given(add) ? "Add" : "Replace", files } as const;
    const set = yield* Effect.mapError(requestedSet(current, request), explainFailure);
    const comparison = yield* Effect.mapError(compareSets(current, set), explainFailure);
    return describe(comparison, given(add));
  });

export const check: Run = (given) => present(given, report(given));
