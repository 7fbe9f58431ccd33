import * as Effect from "effect/Effect";
import type { Given } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { paths } from "./lexiconParameters.ts";

/** Reads the files that were typed as `<path>`. */
export const readFiles = (given: Given) =>
  Effect.flatMap(LexiconFiles, ({ read }) => Effect.mapError(read(given(paths)), explainFailure));
