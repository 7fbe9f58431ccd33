import { resolve } from "node:path";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { ConfigurationInvalid } from "../adapters/configuration/ConfigurationInvalid.ts";
import { readVariable } from "../adapters/configuration/variables/Variable.ts";
import { variables } from "../adapters/configuration/variables/variables.ts";
import { signingKeyReader } from "./signingKeyReader.ts";

/** Where the data is stored: all that most commands need to know of the environment, and none of the keys of the service. */
export const storageLocation = Effect.gen(function* () {
  const { dataDir, databaseUrl } = variables(false, signingKeyReader);
  return yield* Either.all({
    databaseUrl: readVariable(process.env, databaseUrl),
    dataDir: Either.map(readVariable(process.env, dataDir), (folder) => resolve(folder))
  });
}).pipe(Effect.mapError((problem) => new ConfigurationInvalid({ problems: [problem] })));
