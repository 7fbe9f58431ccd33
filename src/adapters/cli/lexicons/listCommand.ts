import * as Effect from "effect/Effect";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";

const none: Report = {
  text: "No Lexicons yet. To add some, use tidemark lexicons add lexicons",
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

const report = storedLexicons().pipe(
  Effect.mapBoth({ onFailure: explainFailure, onSuccess: (set) => (set.digest === "" ? none : describe(set)) })
);

export const list: Run = (given) => present(given, report);
