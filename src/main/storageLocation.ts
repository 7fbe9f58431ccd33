import { join, resolve } from "node:path";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { ConfigurationInvalid } from "../adapters/configuration/ConfigurationInvalid.ts";
import { retentionVariables } from "../adapters/configuration/variables/retentionVariables.ts";
import { readVariable } from "../adapters/configuration/variables/Variable.ts";
import { variables } from "../adapters/configuration/variables/variables.ts";
import { signingKeyReader } from "./signingKeyReader.ts";

/** Reads where the data is stored. Most commands need nothing else of the environment, and none of the keys. */
export const storageLocation = Effect.gen(function* () {
  const { dataDir, databaseUrl, walArchive } = variables(false, signingKeyReader);
  return yield* Either.all({
    databaseUrl: readVariable(process.env, databaseUrl),
    dataDir: Either.map(readVariable(process.env, dataDir), (folder) => resolve(folder)),
    auditArchives: Either.map(readVariable(process.env, retentionVariables.auditArchives), (folder) =>
      folder === null ? null : resolve(folder)
    ),
    walArchive: Either.map(readVariable(process.env, walArchive), (folder) =>
      folder === null ? null : resolve(folder)
    )
  });
}).pipe(Effect.mapError((problem) => new ConfigurationInvalid({ problems: [problem] })));

/** The folder of large temporary files. It lies in the data folder, because the system's temporary folder is often memory. */
export const temporaryFolderOf = (dataDir: string): string => join(dataDir, "temporary");

/** What to do if the folder of temporary files cannot be written to. */
export const unwritableTemporaryFolderRemedy =
  "set DATA_DIR to a folder that this user may write to, or BACKFILL to false";
