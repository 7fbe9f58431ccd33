import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";

const none: Report = {
  text: "No Lexicons yet. Add some: tidemark lexicons add lexicons",
  json: { digest: null, lexicons: [] }
};

const describe = ({ digest, documents, collections, completed }: LexiconSet): Report => {
  const lexicons = documents.map(({ id }) => ({
    id: String(id),
    isCollection: collections.some(({ nsid }) => nsid === id),
    isCompleted: completed.includes(String(id))
  }));
  const lines = lexicons.map(({ id, isCollection, isCompleted }) =>
    isCollection ? `${id}  (collection)` : isCompleted ? `${id}  (completed)` : id
  );
  return { text: lines.join("\n"), json: { digest, lexicons } };
};

const list = storedLexicons().pipe(
  Effect.mapBoth({ onFailure: explainFailure, onSuccess: (set) => (set.digest === "" ? none : describe(set)) })
);

export const listCommand = Command.make("list", { json }, ({ json }) => present(json, list)).pipe(
  Command.withDescription(commandHelp["lexicons list"].what)
);
