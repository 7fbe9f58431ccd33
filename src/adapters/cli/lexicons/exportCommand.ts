import * as Command from "@effect/cli/Command";
import * as Options from "@effect/cli/Options";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { exportedFiles } from "../../../domain/lexicon/import/exportedFiles.ts";
import { failure } from "../command/CommandFailed.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { LexiconFiles } from "./LexiconFiles.ts";

const output = Options.text("output").pipe(
  Options.withPseudoName("path"),
  Options.withDescription("A .zip archive or a new folder to write; else the documents are printed as JSON."),
  Options.optional
);

const exportTo = (path: string | null) =>
  Effect.gen(function* () {
    const set = yield* Effect.mapError(storedLexicons(), explainFailure);
    const files = exportedFiles(set);
    const { completed, digest } = set;
    const count = files.length;
    if (path === null) {
      const told = { digest, count, completed, path, documents: files.map(({ document }) => document) };
      return { text: JSON.stringify(told, null, 2), json: told } satisfies Report;
    }
    yield* Effect.mapError((yield* LexiconFiles).write(path, files), ({ file, reason }) =>
      failure("not_written", `${file}: ${reason}`)
    );
    const text = `${count} ${count === 1 ? "Lexicon" : "Lexicons"}: ${path}`;
    return { text, json: { digest, count, completed, path, documents: [] } } satisfies Report;
  });

export const exportCommand = Command.make("export", { output, json }, ({ json, output }) =>
  present(json, exportTo(Option.getOrNull(output)))
).pipe(Command.withDescription(commandHelp["lexicons export"].what));
