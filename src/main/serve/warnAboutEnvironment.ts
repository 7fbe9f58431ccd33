import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { misspelledSentence, misspelledVariables } from "../../adapters/configuration/variables/misspelledVariables.ts";
import { unusedTelemetryVariables } from "../../adapters/configuration/variables/tracingVariables.ts";
import type { Environment } from "../../adapters/configuration/variables/Variable.ts";
import { isWritable } from "../../adapters/filesystem/isWritable.ts";
import { temporaryFolderOf, unwritableTemporaryFolderRemedy } from "../storageLocation.ts";

const warnUnwritableTemporaryFolder = ({ backfill, dataDir }: Configuration): Effect.Effect<void> => {
  const folder = temporaryFolderOf(dataDir);
  const warning = `No repository can be indexed, because ${folder} cannot be written to: ${unwritableTemporaryFolderRemedy}`;
  return backfill
    ? Effect.if(isWritable(folder), { onTrue: () => Effect.void, onFalse: () => Effect.logWarning(warning) })
    : Effect.void;
};

const warnUnusedTelemetry = (environment: Environment): Effect.Effect<void> => {
  const unused = unusedTelemetryVariables(environment);
  return unused.length === 0
    ? Effect.void
    : Effect.logWarning(`Not supported, and without effect: ${unused.join(", ")}`);
};

/**
 * Warns at the start about variables that seem misspelled, about those of OpenTelemetry that are not supported, and about a
 * folder that indexing cannot write to.
 */
export const warnAboutEnvironment = (environment: Environment, configuration: Configuration): Effect.Effect<void> =>
  Effect.forEach(misspelledVariables(environment), (each) => Effect.logWarning(misspelledSentence(each))).pipe(
    Effect.zipRight(warnUnusedTelemetry(environment)),
    Effect.zipRight(warnUnwritableTemporaryFolder(configuration))
  );
