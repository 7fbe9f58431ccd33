import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { misspelledSentence, misspelledVariables } from "../../adapters/configuration/variables/misspelledVariables.ts";
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

/** Warns at the start about variables that seem misspelled, and about a folder that indexing cannot write to. */
export const warnAboutEnvironment = (environment: Environment, configuration: Configuration): Effect.Effect<void> =>
  Effect.zipRight(
    Effect.forEach(misspelledVariables(environment), (each) => Effect.logWarning(misspelledSentence(each))),
    warnUnwritableTemporaryFolder(configuration)
  );
