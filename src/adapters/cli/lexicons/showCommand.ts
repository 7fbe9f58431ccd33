import * as Args from "@effect/cli/Args";
import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { failure } from "../command/CommandFailed.ts";
import { closestMatch } from "../help/closestMatch.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";

const nsid = Args.text({ name: "nsid" }).pipe(
  Args.withDescription("The id of the Lexicon, as tidemark lexicons list shows it.")
);

const notActive = (wanted: string, ids: ReadonlyArray<string>) => {
  const meant = closestMatch(wanted, ids);
  const advice = meant === null ? "tidemark lexicons list names them all" : `did you mean ${meant}?`;
  return failure("lexicon_not_found", `There is no Lexicon ${wanted} in force; ${advice}`);
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

export const showCommand = Command.make("show", { nsid, json }, ({ json, nsid }) => present(json, find(nsid))).pipe(
  Command.withDescription(commandHelp["lexicons show"].what)
);
