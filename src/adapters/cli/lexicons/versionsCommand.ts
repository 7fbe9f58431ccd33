import * as Effect from "effect/Effect";
import { lexiconVersions } from "../../../application/lexicons/lexiconVersions.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";

const report = lexiconVersions().pipe(
  Effect.mapError(explainFailure),
  Effect.map((versions) => ({
    text:
      versions.length === 0
        ? "No Lexicons yet. To add some, use tidemark lexicons add lexicons"
        : versions
            .map(({ actor, ids, importedAt, isActive, version }) => {
              const by = actor.id ?? actor.type;
              return `${version}  ${importedAt}  ${ids.length} Lexicons  by ${by}${isActive ? "  (active)" : ""}`;
            })
            .join("\n"),
    json: {
      versions: versions.map(({ actor, ids, ...version }) => ({ ...version, actor, ids: [...ids] }))
    }
  }))
);

export const versions: Run = (given) => present(given, report);
