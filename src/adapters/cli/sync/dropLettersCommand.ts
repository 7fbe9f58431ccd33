import * as Effect from "effect/Effect";
import { dropDeadLetters } from "../../../application/sync/deadLetters/dropDeadLetters.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { readLetterFilter } from "./letterFilter.ts";
import { confirmDrop } from "./syncParameters.ts";

const unconfirmed = badUsage(
  "--yes is missing: dropped dead letters are not tried again after an import of Lexicons; add --yes to confirm"
);

const report = Effect.fnUntraced(function* (given: Given) {
  const filter = yield* readLetterFilter(given);
  const dropped = yield* Effect.mapError(dropDeadLetters(filter, { type: "operator", id: null }), explainFailure);
  return {
    text: dropped === 1 ? "Dropped 1 dead letter." : `Dropped ${dropped} dead letters.`,
    json: { dropped }
  } satisfies Report;
});

export const dropLetters: Run = (given) => (given(confirmDrop) ? present(given, report(given)) : unconfirmed);
