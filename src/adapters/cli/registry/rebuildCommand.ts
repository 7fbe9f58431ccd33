import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { compareWithLog, requireReadableLog, restoreStored } from "./compareWithLog.ts";
import { describeComparison } from "./describeComparison.ts";

const report = Effect.gen(function* () {
  yield* requireReadableLog;
  const restored = yield* Effect.mapError(restoreStored, explainFailure);
  const comparison = yield* Effect.mapError(compareWithLog, explainFailure);
  const now = describeComparison(comparison);
  const count = restored.reduce((sum, each) => sum + each.count, 0);
  const done =
    count === 0 ? "Nothing to correct." : `Corrected ${count} ${count === 1 ? "difference" : "differences"}.`;
  return { ...now, text: `${done}\n${now.text}`, json: { restored, ...comparison } } satisfies Report;
});

export const rebuild: Run = (given) => present(given, report);
