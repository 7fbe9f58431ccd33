import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { commandHelp } from "../commandHelp.ts";
import { explainFailure } from "../explainFailure.ts";
import { json, present, type Report } from "../present.ts";
import { currentLexicons } from "./currentLexicons.ts";

const none: Report = {
  text: "No Lexicons yet. Import some: tidemark lexicons import lexicons",
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

const list = currentLexicons().pipe(
  Effect.mapBoth({
    onFailure: explainFailure,
    onSuccess: Option.match({ onNone: () => none, onSome: describe })
  })
);

export const listCommand = Command.make("list", { json }, ({ json }) => present(json, list)).pipe(
  Command.withDescription(commandHelp["lexicons list"].what)
);
