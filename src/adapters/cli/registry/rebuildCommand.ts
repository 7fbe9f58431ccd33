import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { compareWithLog, rebuildStored, requireReadableLog, restoreStored } from "./compareWithLog.ts";
import { describeComparison, describeRebuild } from "./describeComparison.ts";
import { verify } from "./verify.ts";

const correction = Effect.gen(function* () {
  yield* requireReadableLog;
  const restored = yield* Effect.mapError(restoreStored, explainFailure);
  const comparison = yield* Effect.mapError(compareWithLog, explainFailure);
  const now = describeComparison(comparison);
  const count = restored.reduce((sum, each) => sum + each.count, 0);
  const done =
    count === 0 ? "Nothing to correct." : `Corrected ${count} ${count === 1 ? "difference" : "differences"}.`;
  return { ...now, text: `${done}\n${now.text}`, json: { restored, ...comparison } } satisfies Report;
});

const replacement = Effect.gen(function* () {
  yield* requireReadableLog;
  return describeRebuild(yield* Effect.mapError(rebuildStored, explainFailure));
});

export const rebuild: Run = (given) => present(given, given(verify) ? replacement : correction);
