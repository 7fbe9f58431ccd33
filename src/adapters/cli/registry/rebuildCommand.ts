import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { compareWithLog, requireReadableLog, restoreStored } from "./compareWithLog.ts";
import { describeComparison } from "./describeComparison.ts";

const rebuild = Effect.gen(function* () {
  yield* requireReadableLog;
  const restored = yield* Effect.mapError(restoreStored, explainFailure);
  const comparison = yield* Effect.mapError(compareWithLog, explainFailure);
  const now = describeComparison(comparison);
  const count = restored.reduce((sum, each) => sum + each.count, 0);
  const done = count === 0 ? "Nothing to put right." : `Put right: ${count}.`;
  return { ...now, text: `${done}\n${now.text}`, json: { restored, ...comparison } } satisfies Report;
});

export const rebuildCommand = Command.make("rebuild", { json }, ({ json }) => present(json, rebuild)).pipe(
  Command.withDescription(commandHelp["registry rebuild"].what)
);
