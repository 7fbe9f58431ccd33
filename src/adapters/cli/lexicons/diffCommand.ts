import * as Effect from "effect/Effect";
import { compareVersions } from "../../../application/lexicons/compareVersions.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";
import { changeJson, changeLines } from "./describeChanges.ts";
import { fromVersion, toVersion } from "./lexiconParameters.ts";

export const diff: Run = (given) =>
  present(
    given,
    compareVersions(given(fromVersion), given(toVersion)).pipe(
      Effect.mapError(explainFailure),
      Effect.map((comparison) => {
        const lines = changeLines(comparison);
        const { changed } = comparison;
        return {
          text: lines.length === 0 ? "Both versions have the same Lexicons." : lines.join("\n"),
          json: {
            ...changeJson(comparison),
            changed: changed.map(({ after, before, id }) => ({
              id,
              before: JSON.parse(before),
              after: JSON.parse(after)
            }))
          }
        };
      })
    )
  );
