import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present } from "../report/present.ts";
import { changeLexiconsBy } from "./changeLexiconsBy.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { paths } from "./paths.ts";
import { yes } from "./yes.ts";

const run = (paths: ReadonlyArray<string>, isConfirmed: boolean) =>
  Effect.flatMap(LexiconFiles, ({ read }) => Effect.mapError(read(paths), explainFailure)).pipe(
    Effect.flatMap((files) => changeLexiconsBy({ _tag: "Add", files }, isConfirmed))
  );

export const addCommand = Command.make("add", { paths, yes, json }, ({ json, paths, yes }) =>
  present(json, run(paths, yes))
).pipe(Command.withDescription(commandHelp["lexicons add"].what));
