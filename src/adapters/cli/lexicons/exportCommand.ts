import * as Effect from "effect/Effect";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { exportedFiles } from "../../../domain/lexicon/import/exportedFiles.ts";
import type { Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { output } from "./lexiconParameters.ts";

const exportTo = (path: string | null) =>
  Effect.gen(function* () {
    const set = yield* Effect.mapError(storedLexicons(), explainFailure);
    const files = exportedFiles(set);
    const { completed, digest } = set;
    const count = files.length;
    if (path === null) {
      const json = { digest, count, completed, path, documents: files.map(({ document }) => document) };
      return { text: JSON.stringify(json, null, 2), json } satisfies Report;
    }
    yield* Effect.mapError((yield* LexiconFiles).write(path, files), ({ file, reason }) =>
      failure("not_written", `${file}: ${reason}`)
    );
    const text = `${count} ${count === 1 ? "Lexicon" : "Lexicons"}: ${path}`;
    return { text, json: { digest, count, completed, path, documents: [] } } satisfies Report;
  });

export const exportLexicons: Run = (given) => present(given, exportTo(given(output)));
