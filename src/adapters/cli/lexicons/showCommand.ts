import * as Effect from "effect/Effect";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { closestMatch } from "../../../domain/text/closestMatch.ts";
import type { Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { nsid } from "./lexiconParameters.ts";

const notActive = (wanted: string, ids: ReadonlyArray<string>) => {
  const meant = closestMatch(wanted, ids);
  const advice = meant === null ? "tidemark lexicons list shows the active ones" : `did you mean ${meant}?`;
  return failure("lexicon_not_found", `There is no active Lexicon ${wanted}; ${advice}`);
};

const find = (wanted: string) =>
  Effect.gen(function* () {
    const { collections, documents } = yield* Effect.mapError(storedLexicons(), explainFailure);
    const document = documents.find(({ id }) => id === wanted);
    if (document === undefined) {
      return yield* notActive(
        wanted,
        documents.map(({ id }) => String(id))
      );
    }
    const isCollection = collections.some(({ nsid }) => nsid === wanted);
    return {
      text: JSON.stringify(document, null, 2),
      json: { id: wanted, isCollection, document }
    } satisfies Report;
  });

export const show: Run = (given) => present(given, find(given(nsid)));
